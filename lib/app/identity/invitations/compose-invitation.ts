import { isOpen } from '@scangate/domain/identity/invitations/invitation';
import { issueLink } from '@scangate/domain/identity/invitations/issue-link';
import { renderInvitation } from '@scangate/domain/mail/render-invitation';
import type { MailContent } from '@scangate/domain/mail/render-mail';
import type { Instant } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';
import { commitOrThrow, type Store, type StoreReader } from '#ports/store.ts';

export interface InvitationMailPorts {
  store: Pick<StoreReader<'invitation' | 'organization' | 'member'>, 'load' | 'get'> &
    Pick<Store<'invitationSecret'>, 'commit'>;
  publicAddress: PublicAddress;
  ids: Ids;
}

/**
 * Makes the secret of an invitation's link, stores its hash, and composes the mail, which is the only place with the
 * secret. A mail that is sent again has another secret for the same invitation.
 * @returns undefined for an invitation that is no longer open.
 * @throws Error when the deployment has no URL for a link.
 */
export const composeInvitation = async (
  id: { organizationId: string; invitationId: string },
  { store, publicAddress, ids }: InvitationMailPorts,
  now: Instant,
): Promise<{ to: string; content: MailContent } | undefined> => {
  const { organizationId } = id;
  const refs = [
    { record: 'invitation', id },
    { record: 'organization', id: { organizationId } },
  ] as const;
  const [invitation, organization] = await store.load(refs, { consistent: true });
  if (!invitation || !organization || !isOpen(invitation, now)) return undefined;
  const publicUrl = await publicAddress.url();
  if (publicUrl === undefined) throw new Error('there is no public address for links');
  const { link, changes } = issueLink(invitation, { publicUrl, random: ids.bytes(60) });
  await commitOrThrow(store, changes);
  const inviter = await store.get('member', { organizationId, personId: invitation.invitedBy });
  const content = renderInvitation({ invitation, organization, link, inviter: inviter?.email });
  return { to: invitation.email, content };
};
