import { defineEndpoint } from '#contract/endpoint.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'delete-me',
  method: 'DELETE',
  path: '/v1/me',
  summary: 'Leave every organization and have your address removed.',
  description:
    'All credentials of the person end at once, and the address is removed. Audit events keep the person’s id. 409 while the person is the last owner of an organization.',
  roles: everyRole,
  scopes: [],
  session: true,
  recent: true,
  responses: {
    204: { description: 'The person has left, and the address is removed.', headers: ['Set-Cookie'] },
  },
  problems: ['conflict', 'sign_in_refused'],
  needs: { core: 'write', forgottenPeople: 'keep', eventDispatch: 'invoke' },
});
