import { defineEndpoint } from '#contract/endpoint.ts';
import { ownRulesView } from '#contract/schemas/rules/own-rules.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-rules',
  method: 'GET',
  path: '/v1/organization/rules',
  summary: "Get the organization's own rules for secrets and code. Changing them needs the ETag.",
  roles: everyRole,
  scopes: ['organization:read'],
  responses: { 200: { description: 'The rules.', headers: ['ETag'], schema: ownRulesView } },
  problems: [],
  needs: { core: 'read' },
});
