import { defineEndpoint } from '#contract/endpoint.ts';
import { sso } from '#contract/schemas/identity/sso.ts';
import { owners } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-sso',
  method: 'GET',
  path: '/v1/organization/sso',
  summary: 'Get the single sign-on of the organization. Changing it needs the ETag.',
  roles: owners,
  scopes: ['organization:read'],
  capability: 'sso_basic',
  session: true,
  recent: true,
  responses: { 200: { description: 'The settings, without secrets.', headers: ['ETag'], schema: sso } },
  problems: [],
  needs: { core: 'read' },
});
