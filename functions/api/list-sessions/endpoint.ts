import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { listedSession } from '#contract/schemas/identity/sessions.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-sessions',
  method: 'GET',
  path: '/v1/sessions',
  summary: 'List the live sessions of the person in every organization, the newest first; at most 20.',
  roles: everyRole,
  scopes: [],
  session: true,
  whileClosing: true,
  responses: {
    200: { description: 'The sessions.', schema: z.object({ items: z.array(listedSession) }) },
  },
  problems: [],
  needs: { core: 'read', tokens: 'read' },
});
