import { defineEndpoint } from '#contract/endpoint.ts';
import { organization } from '#contract/schemas/identity/organization.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-organization',
  method: 'GET',
  path: '/v1/organization',
  summary: 'Get the organization of the credential.',
  roles: everyRole,
  scopes: ['organization:read'],
  whileClosing: true,
  responses: { 200: { description: 'The organization.', schema: organization } },
  problems: ['organization_not_found'],
  needs: { core: 'read' },
});
