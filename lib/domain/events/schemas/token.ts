import * as z from 'zod';
import { scopes } from '@scangate/domain/identity/roles';
import { tokenKinds } from '@scangate/domain/identity/caller';
import { eventSpec, id, instant, sample } from '../event-spec.ts';

/** A token without its name, which people choose. */
const token = {
  tokenId: id,
  kind: z.enum(tokenKinds),
  personId: id.meta({ description: 'The person who is responsible for it.' }),
};

const example = { tokenId: sample.tokenId, kind: 'service' as const, personId: sample.personId };

export const tokenEvents = {
  'token.issued': eventSpec({
    text: 'A token was issued.',
    schema: z.object({
      ...token,
      scopes: z.array(z.enum(scopes)).max(scopes.length),
      expiresAt: instant.optional(),
    }),
    example: { ...example, scopes: ['scans:read', 'scans:write'], expiresAt: sample.later },
  }),
  'token.revoked': eventSpec({
    text: 'A token was revoked.',
    schema: z.object({
      ...token,
      revokedBy: id.optional().meta({ description: 'The person who revoked it.' }),
    }),
    example: { ...example, revokedBy: sample.otherPersonId },
  }),
};
