import * as z from 'zod';
import { roles } from '@scangate/domain/identity/roles';
import { eventSpec, id, sample } from '../event-spec.ts';

export const memberEvents = {
  'member.joined': eventSpec({
    text: 'A person joined the organization: by an invitation, by single sign-on, or by the directory.',
    schema: z.object({ personId: id, role: z.enum(roles), by: z.enum(['invitation', 'sso', 'directory']) }),
    example: { personId: sample.personId, role: 'member', by: 'invitation' },
  }),
  'member.removed': eventSpec({
    text: 'A person left the organization, or was removed.',
    schema: z.object({
      personId: id,
      removedBy: id.optional().meta({ description: 'Another person who did it; absent for the directory.' }),
    }),
    example: { personId: sample.personId, removedBy: sample.otherPersonId },
  }),
};
