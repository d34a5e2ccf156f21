import { defineEndpoint } from '#contract/endpoint.ts';
import { trustRule, trustRuleRequest } from '#contract/schemas/identity/trust-rule.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'create-trust-rule',
  method: 'POST',
  path: '/v1/oidc/trust',
  summary: 'Trust the JWTs of a CI: its jobs exchange them for tokens instead of storing a secret.',
  description:
    'The tokens act for the person who creates the rule, with at most that person’s scopes. One claim of `match` is ' +
    'an exact id, so that nobody else is trusted. At most 50 rules.',
  roles: managers,
  scopes: ['organization:write'],
  person: true,
  idempotent: true,
  body: trustRuleRequest,
  bodyLimitBytes: 65_536,
  responses: { 201: { description: 'The rule.', headers: ['Location'], schema: trustRule } },
  problems: ['trust_too_wide', 'repository_not_found', 'conflict'],
  needs: { core: 'write', issuers: true },
});
