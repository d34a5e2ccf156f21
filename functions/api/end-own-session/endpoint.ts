import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'end-own-session',
  method: 'DELETE',
  path: '/v1/sessions/{sessionId}',
  summary: 'End a session of the person, such as that of a lost computer.',
  roles: everyRole,
  scopes: [],
  session: true,
  whileClosing: true,
  params: z.object({ sessionId: id }),
  responses: { 204: { description: 'The session has ended.' } },
  problems: ['session_not_found'],
  needs: { core: 'write', tokens: 'write' },
});
