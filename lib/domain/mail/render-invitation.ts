import type { Invitation, Organization } from '../records.ts';
import { dayOf } from '../instant.ts';
import { mailPage } from './mail-page.ts';
import type { MailContent } from './mail-page.ts';

const maxNameLength = 80;

/** Returns a name that no mail client turns into a link: the recipient may not know the person who chose it. */
const plainName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{M}\p{N} &'(),.+_-]/gu, ' ')
    .replaceAll(/\.(?=\S)/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxNameLength);

/** Renders the invitation mail, the only place that contains the secret of the link. */
export const renderInvitation = ({
  invitation: { role, email, expiresAt },
  organization,
  link,
  inviter,
}: {
  invitation: Invitation;
  organization: Pick<Organization, 'name'>;
  link: string;
  /** The address of the inviting person; absent for the operator. */
  inviter: string | undefined;
}): MailContent => {
  const name = plainName(organization.name);
  return mailPage({
    subject: `Invitation to ${name} on Scangate`,
    paragraphs: [
      `${inviter ?? 'The operator of this service'} invites you to the organization ${name} as ${role}.`,
      `The invitation is for ${email}: sign in with this address. The link works once, until ${dayOf(expiresAt)}.`,
    ],
    link: { label: 'Accept the invitation', url: link },
    footer: 'If you do not expect this, you can ignore it.',
  });
};
