import type { Change } from '@scangate/domain/record-changes';
import { consoleUrl } from '@scangate/domain/console-pages';
import type { Invitation } from '@scangate/domain/records';
import { generateToken, tokenHash } from '../tokens.ts';

/**
 * Makes a link of an invitation.
 * @param random at least 60 bytes.
 */
export const issueLink = (
  { organizationId, invitationId, expiresAt }: Invitation,
  { publicUrl, random }: { publicUrl: string; random: Uint8Array },
): { link: string; changes: Change<'invitationSecret'>[] } => {
  const secret = generateToken('invitation', random);
  return {
    link: consoleUrl(publicUrl, 'invitation', secret),
    changes: [
      {
        change: 'insert',
        record: 'invitationSecret',
        item: { secretHash: tokenHash(secret), invitationOf: organizationId, invitationId, expiresAt },
      },
    ],
  };
};
