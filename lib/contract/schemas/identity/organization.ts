import * as z from 'zod';
import { id, instant, role } from '../resources.ts';

export const organization = z.object({
  organizationId: id,
  name: z.string(),
  createdAt: instant,
  parentOrganizationId: id.optional().meta({ description: 'The organization that pays.' }),
  closing: z
    .object({ since: instant, eraseAt: instant })
    .optional()
    .meta({ description: 'The organization leaves; until then an owner can restore it.' }),
});

/** A name on one line. */
export const organizationName = z
  .string()
  .max(200)
  .regex(/^[^\p{Cc}\s](?:[^\p{Cc}]{0,200}[^\p{Cc}\s])?$/u, 'one line without spaces at its ends');

/** The caller's own person. */
export const me = z.object({
  personId: id,
  email: z.string(),
  memberships: z.array(z.object({ organizationId: id, name: z.string(), role, joinedAt: instant })).meta({
    description:
      'Of a session all of them; of a token, or of a session of an organization’s own issuer, that organization alone.',
  }),
  tokens: z
    .int()
    .meta({ description: 'The live personal and service tokens of the person in this organization.' }),
});
