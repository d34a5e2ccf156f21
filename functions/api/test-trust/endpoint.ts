import { defineEndpoint } from '#contract/endpoint.ts';
import { trustTest, trustTestResult } from '#contract/schemas/identity/trust-rule.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'test-trust',
  method: 'POST',
  path: '/v1/oidc/trust/test',
  summary: 'Find the rule that matches a JWT or its claims, and the failed claims of every other rule.',
  description:
    'Issues no token. A JWT is verified with the keys of its issuer if a rule names that issuer; claims are not verified.',
  roles: managers,
  scopes: ['organization:read'],
  person: true,
  body: trustTest,
  bodyLimitBytes: 65_536,
  responses: { 200: { description: 'The result of each rule.', schema: trustTestResult } },
  problems: [],
  needs: { core: 'read', jwtVerifier: true },
});
