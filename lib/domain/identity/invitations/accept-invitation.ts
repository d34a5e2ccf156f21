import { auditEvent } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import { Problem } from '@scangate/domain/problem';
import type { AuditEvent, Instant, Invitation, Member, Organization } from '@scangate/domain/records';
import { mayGrantRole } from '../grantable-roles.ts';
import { addMember } from '../members.ts';
import { isOpen, isSameAddress } from './invitation.ts';
import { endInvitation } from './withdraw-invitation.ts';

type AcceptanceChange = Change<
  'invitation' | 'member' | 'personOrganization' | 'organization' | 'auditEvent'
>;

/** A person who signs in with the link of an invitation. */
export interface Invitee {
  personId: string;
  /** The address that the issuer states. */
  email: string | undefined;
  emailVerified: boolean;
  /** The id of the session that the sign-in opens, which the events contain. */
  tokenId: string;
}

export interface AcceptanceFacts {
  /** Undefined when the link is unknown. */
  invitation: Invitation | undefined;
  organization: Organization | undefined;
  /** The member who invited, read together with the invitation. Absent for an operator. */
  inviter: Member | undefined;
  /** The membership of the person, whether active or ended. */
  member: Member | undefined;
}

const expired = (detail: string) => new Problem('invitation_expired', { detail });
const voided = () => expired('The invitation is no longer valid. Ask for a new one.');

/** Returns whether the inviter may still assign the role, in the membership in which it was promised. */
const couldGive = ({ invitedBy, role, createdAt }: Invitation, inviter: Member | undefined): boolean =>
  invitedBy === 'operator' ||
  (inviter !== undefined &&
    inviter.removedAt === undefined &&
    inviter.joinedAt <= createdAt &&
    mayGrantRole(inviter.role, role));

/** @throws Problem invitation_expired */
const requireValid = (facts: AcceptanceFacts, now: Instant): Invitation => {
  const { invitation, organization, inviter, member } = facts;
  if (!invitation || !organization || organization.closing || !isOpen(invitation, now)) throw voided();
  if (!couldGive(invitation, inviter)) throw voided();
  // A person who was removed after the invitation was written does not come back by it.
  if (member?.removedAt !== undefined && member.removedAt >= invitation.createdAt) throw voided();
  return invitation;
};

/** The condition that the inviter still has the role when the transaction is written. */
const requireInviter = ({ organizationId, invitedBy }: Invitation, inviter: Member | undefined) =>
  inviter === undefined || invitedBy === 'operator'
    ? []
    : [
        {
          change: 'require',
          record: 'member',
          id: { organizationId, personId: inviter.personId },
          when: [
            { field: 'role', is: 'equal', value: inviter.role },
            { field: 'removedAt', is: 'absent' },
          ],
          onConflict: voided,
        } satisfies Change<'member'>,
      ];

/**
 * Accepts an invitation by a sign-in whose verified address is the invited one. An existing member keeps the role,
 * and the invitation is used up.
 * @throws Problem sign_in_refused for another address or an unverified one, invitation_expired for an invitation
 * that is unknown, used, withdrawn or expired, or that its inviter could no longer write.
 */
export const acceptInvitation = (
  facts: AcceptanceFacts,
  { personId, email, emailVerified, tokenId }: Invitee,
  now: Instant,
): { member: Member; changes: AcceptanceChange[] } => {
  const invitation = requireValid(facts, now);
  if (email === undefined || !emailVerified)
    throw new Problem('sign_in_refused', { detail: 'The issuer does not vouch for an address.' });
  if (!isSameAddress(email, invitation.email))
    throw new Problem('sign_in_refused', { detail: 'The invitation is for another address.' });
  const { organizationId, invitationId } = invitation;
  const isMember = facts.member !== undefined && facts.member.removedAt === undefined;
  const member: Member =
    isMember && facts.member
      ? facts.member
      : { organizationId, personId, email, role: invitation.role, joinedAt: now };
  const actor: AuditEvent['actor'] = { kind: 'person', personId, role: member.role, tokenId };
  const { role } = invitation;
  return {
    member,
    changes: [
      endInvitation(invitation, { acceptedAt: now }, voided),
      ...(isMember ? [] : [...requireInviter(invitation, facts.inviter), ...addMember(actor, member)]),
      auditEvent({
        organizationId,
        actor,
        at: now,
        action: 'invitation.accepted',
        cause: invitationId,
        target: invitationId,
        after: { role },
      }),
    ],
  };
};
