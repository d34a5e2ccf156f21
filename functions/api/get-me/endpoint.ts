import { defineEndpoint } from '#contract/endpoint.ts';
import { me } from '#contract/schemas/identity/organization.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-me',
  method: 'GET',
  path: '/v1/me',
  summary: 'Get the person of the credential: address, memberships and the number of tokens.',
  roles: everyRole,
  scopes: [],
  whileClosing: true,
  responses: { 200: { description: 'The person.', schema: me } },
  problems: [],
  needs: { core: 'read', tokens: 'read' },
});
