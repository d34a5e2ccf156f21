import { defineEndpoint } from '#contract/endpoint.ts';
import { customRulesView } from '#contract/schemas/rules/custom-rules.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-rules',
  method: 'GET',
  path: '/v1/organization/rules',
  summary: "Get the organization's custom rules for secrets and code. Changing them needs the ETag.",
  roles: everyRole,
  scopes: ['organization:read'],
  responses: { 200: { description: 'The rules.', headers: ['ETag'], schema: customRulesView } },
  problems: [],
  needs: { core: 'read' },
});
