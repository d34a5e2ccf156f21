import { defineEndpoint } from '#contract/endpoint.ts';
import { session } from '#contract/schemas/identity/sessions.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-session',
  method: 'GET',
  path: '/v1/session',
  summary: 'Get the session of the browser, with its permissions.',
  description:
    'Requests of the session that change something must send `csrfToken` in the header `Scangate-CSRF`.',
  roles: everyRole,
  scopes: [],
  session: true,
  whileClosing: true,
  responses: { 200: { description: 'The session.', schema: session } },
  problems: [],
  needs: { core: 'read', tokens: 'read' },
});
