import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'end-sessions',
  method: 'DELETE',
  path: '/v1/sessions',
  summary: 'End the other sessions of the person at once, such as after a change of the password.',
  description:
    'Everywhere, except for the session that asks. With `personId`, owners and admins end every session that another member has in this organization: owners those of anybody, admins those of admins and members. Tokens keep working.',
  roles: everyRole,
  scopes: [],
  session: true,
  whileClosing: true,
  query: z.strictObject({
    personId: id.optional().meta({ description: 'Another member. Without it, the person themselves.' }),
  }),
  responses: { 204: { description: 'The sessions have ended.' } },
  problems: ['member_not_found'],
  needs: { core: 'write', tokens: 'write' },
});
