import * as z from 'zod';
import { auditActions } from '@scangate/domain/audit/audit-event';
import { id, instant, role } from './resources.ts';

const fields = z.record(z.string(), z.unknown());
export const auditEvent = z.object({
  eventId: id,
  at: instant,
  action: z.enum(auditActions),
  actor: z.discriminatedUnion('kind', [
    z
      .object({ kind: z.literal('person'), personId: id, role: role.optional(), tokenId: id.optional() })
      .meta({
        description: 'A person, with role and credential unless they acted from another organization.',
      }),
    z.object({ kind: z.literal('operator') }),
    z
      .object({ kind: z.literal('link'), linkId: id })
      .meta({ description: 'Whoever has the link, without a credential.' }),
    z.object({ kind: z.literal('system') }).meta({ description: 'A schedule, or the payment provider.' }),
  ]),
  target: z.string().optional().meta({ description: 'The id of what was changed.' }),
  before: fields.optional().meta({ description: 'The changed fields before the change.' }),
  after: fields.optional().meta({ description: 'The changed fields after the change.' }),
});
