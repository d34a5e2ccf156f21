import type { Change } from '@scangate/domain/change';
import type { Invitation } from '@scangate/domain/records';
import { generateToken, tokenHash } from '../tokens.ts';

/**
 * Makes a link of an invitation. The secret stands behind `#`, which no browser sends, so that no log has it.
 * @param random at least 60 bytes.
 */
export const issueLink = (
  { organizationId, invitationId, expiresAt }: Invitation,
  { publicUrl, random }: { publicUrl: string; random: Uint8Array },
): { link: string; changes: Change<'invitationSecret'>[] } => {
  const secret = generateToken('invitation', random);
  return {
    link: `${publicUrl}/console/invitation#${secret}`,
    changes: [
      {
        change: 'insert',
        record: 'invitationSecret',
        item: { secretHash: tokenHash(secret), invitationOf: organizationId, invitationId, expiresAt },
      },
    ],
  };
};
