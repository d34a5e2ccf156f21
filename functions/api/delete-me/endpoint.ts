import { defineEndpoint } from '#contract/endpoint.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'delete-me',
  method: 'DELETE',
  path: '/v1/me',
  summary: 'Leave every organization and have your address removed.',
  description:
    'Every credential of the person ends at once, and the address is removed. Audit events keep the id of the person. 409 while the person is the last owner of an organization.',
  roles: everyRole,
  scopes: [],
  session: true,
  recent: true,
  responses: {
    204: { description: 'The person left, and the address is removed.', headers: ['Set-Cookie'] },
  },
  problems: ['conflict', 'sign_in_refused'],
  needs: { core: 'write', eventDispatch: 'invoke' },
});
