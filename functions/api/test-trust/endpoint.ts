import { defineEndpoint } from '#contract/endpoint.ts';
import { trustTest, trustTestResult } from '#contract/schemas/identity/trust-rule.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'test-trust',
  method: 'POST',
  path: '/v1/oidc/trust/test',
  summary: 'Say which rule matches a JWT or its claims, and which claim of each other rule failed.',
  description:
    'Issues nothing. A JWT is verified by the keys of its issuer, when a rule names that issuer; claims are believed.',
  roles: managers,
  scopes: ['organization:read'],
  person: true,
  body: trustTest,
  bodyLimitBytes: 65_536,
  responses: { 200: { description: 'What each rule says.', schema: trustTestResult } },
  problems: [],
  needs: { core: 'read', jwtVerifier: true },
});
