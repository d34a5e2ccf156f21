import { acceptInvitation } from '@scangate/domain/identity/invitations/accept-invitation';
import { Problem } from '@scangate/domain/problem';
import type { Person } from '@scangate/domain/records';
import { SignInRefusal } from './sign-in-refusal.ts';
import type { Opening, SignInStore, SignInSubject } from './sign-in-subject.ts';

const consistent = { consistent: true } as const;

interface Acceptance {
  /** The hash of the secret of its link. */
  secretHash: string;
  person: Person;
  isStored: boolean;
  subject: SignInSubject;
  tokenId: string;
}

/** Turns the refusal of the rule into the refusal of a sign-in to an organization. */
const refusedFor = (error: unknown, organizationId: string): unknown => {
  if (!(error instanceof Problem)) return error;
  const { code, message: detail } = error;
  return code === 'sign_in_refused' || code === 'invitation_expired'
    ? new SignInRefusal(code, { reason: code, detail, organizationId })
    : error;
};

const load = async (store: SignInStore, { secretHash, person: { personId } }: Acceptance) => {
  const secret = await store.get('invitationSecret', { secretHash }, consistent);
  if (!secret)
    throw new SignInRefusal('invitation_expired', {
      reason: 'invitation_unknown',
      detail: 'The invitation is no longer valid. Ask for a new one.',
    });
  const { invitationOf: organizationId, invitationId } = secret;
  const [invitation, organization, member] = await store.load(
    [
      { record: 'invitation', id: { organizationId, invitationId } },
      { record: 'organization', id: { organizationId } },
      { record: 'member', id: { organizationId, personId } },
    ] as const,
    consistent,
  );
  const inviter =
    invitation && invitation.invitedBy !== 'operator'
      ? await store.get('member', { organizationId, personId: invitation.invitedBy }, consistent)
      : undefined;
  return { organizationId, facts: { invitation, organization, member, inviter } };
};

/**
 * Opens the organization of an invitation for the person who signs in with its link.
 * @throws SignInRefusal
 */
export const openByInvitation = async (
  store: SignInStore,
  acceptance: Acceptance,
  now: Date,
): Promise<Opening> => {
  const { person, isStored, subject, tokenId } = acceptance;
  const { organizationId, facts } = await load(store, acceptance);
  const { personId } = person;
  const { email, emailVerified } = subject;
  try {
    const { member, changes } = acceptInvitation(
      facts,
      { personId, email, emailVerified, tokenId },
      now.toISOString(),
    );
    if (!facts.organization) throw new Error('an invitation was accepted without an organization');
    return { person, isStored, member, organization: facts.organization, changes };
  } catch (error) {
    throw refusedFor(error, organizationId);
  }
};
