import { defineEndpoint } from '#contract/endpoint.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'end-session',
  method: 'DELETE',
  path: '/v1/session',
  summary: 'Sign out: the session ends, and the browser forgets its cookie.',
  roles: everyRole,
  scopes: [],
  session: true,
  whileClosing: true,
  responses: { 204: { description: 'The session has ended.', headers: ['Set-Cookie'] } },
  problems: [],
  needs: { core: 'write', tokens: 'write' },
});
