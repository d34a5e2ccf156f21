import { issueLink } from '@scangate/domain/identity/invitations/issue-link';
import type { Change } from '@scangate/domain/record-changes';
import { Problem } from '@scangate/domain/problem';
import type { Invitation } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import type { MailOutbox } from '#ports/mail/mail-outbox.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';

export interface InvitationPorts {
  ids: Ids;
  outbox: MailOutbox;
  publicAddress: PublicAddress;
}

export interface InvitedOwner {
  organizationId: string;
  invitationId: string;
  expiresAt: string;
  /** Only set when no mail is sent: the operator hands it to the owner, who signs in with the invited address. */
  link?: string;
}

/**
 * Decides how an owner gets the invitation: by mail or, if the deployment sends none, by a link in the operator's
 * response. The link is worthless without the verified address (docs/adr/0070-members-and-invitations.md).
 * @throws Problem conflict in a deployment without sign-in.
 */
export const handOver = async (
  invitation: Invitation,
  { ids, outbox, publicAddress }: InvitationPorts,
): Promise<{ answer: InvitedOwner; changes: Change<'invitationSecret'>[] }> => {
  const { organizationId, invitationId, expiresAt } = invitation;
  const answer = { organizationId, invitationId, expiresAt };
  if (outbox.sends) return { answer, changes: [] };
  const publicUrl = await publicAddress.url();
  if (publicUrl === undefined)
    throw new Problem('conflict', {
      detail: 'Nobody can sign in to this deployment: deploy the console, or set publicUrl.',
    });
  const { link, changes } = issueLink(invitation, { publicUrl, random: ids.bytes(60) });
  return { answer: { ...answer, link }, changes };
};
