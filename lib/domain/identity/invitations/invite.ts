import { auditEvent } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { addMs, dayMs } from '@scangate/domain/instant';
import { enqueueMail } from '@scangate/domain/mail/notifications';
import { Problem } from '@scangate/domain/problem';
import type { AuditEvent, Instant, Invitation, Member, Organization } from '@scangate/domain/records';
import type { Role } from '../roles.ts';
import { countsAsMember, maxMembers, tooManyMembers } from './member-limit.ts';
import { invitationMs, isOpen, isSameAddress } from './invitation.ts';
import { withdrawInvitation } from './withdraw-invitation.ts';

export const invitationLimits = { open: 100, aDay: 50, aDayToOneAddress: 3 } as const;

export type InvitationChange = Change<'organization' | 'invitation' | 'auditEvent' | 'mail'>;

export interface InvitationRequest {
  actor: AuditEvent['actor'];
  email: string;
  role: Role;
}

/** The records of the organization, read at one time. */
export interface InvitationFacts {
  organization: Organization;
  members: readonly Member[];
  invitations: readonly Invitation[];
}

/** Thrown when another invitation was written after these were read. */
export class InvitationConflict extends Conflict {
  constructor() {
    super('the invitations of the organization changed');
  }
}

/** @throws Problem rate_limited when as many invitations as a day allows are less than a day old. */
const requireRate = (
  recent: readonly Invitation[],
  { limit, now, what }: { limit: number; now: Instant; what: string },
): void => {
  const last = recent.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[limit - 1];
  if (last === undefined) return;
  throw new Problem('rate_limited', {
    detail: `An organization can send at most ${limit} invitations a day ${what}.`,
    retryAfterSeconds: Math.ceil((Date.parse(last.createdAt) + dayMs - Date.parse(now)) / 1000),
  });
};

/** @throws Problem conflict or rate_limited when there are too many. */
const requireRoom = (
  { email }: InvitationRequest,
  { invitations, replaced }: { invitations: readonly Invitation[]; replaced: readonly Invitation[] },
  now: Instant,
): void => {
  const open = invitations.filter((invitation) => isOpen(invitation, now));
  if (open.length - replaced.length >= invitationLimits.open)
    throw new Problem('conflict', {
      detail: `An organization has at most ${invitationLimits.open} open invitations.`,
    });
  const since = addMs(now, -dayMs);
  const recent = invitations.filter(({ createdAt }) => createdAt > since);
  const toAddress = recent.filter((invitation) => isSameAddress(invitation.email, email));
  requireRate(recent, { limit: invitationLimits.aDay, now, what: 'to anybody' });
  requireRate(toAddress, { limit: invitationLimits.aDayToOneAddress, now, what: 'to one address' });
};

const isMember = (members: readonly Member[], address: string): boolean =>
  members.some(({ email, removedAt }) => removedAt === undefined && isSameAddress(email, address));

/**
 * Invites somebody by mail. An earlier open invitation of the same address is withdrawn, so that a removed person
 * cannot come back by a second one. The mail record only holds the id: the secret is made when the mail is sent.
 * @param mails false where no mail is sent: an operator hands the link over.
 * @throws Problem rate_limited, or conflict for somebody who is a member and for one member too many. An operator may invite such an address as
 * well: the member may be locked out, and a new registration of the address is another person.
 */
export const invite = (
  request: InvitationRequest,
  { organization, members, invitations }: InvitationFacts,
  { invitationId, now, mails = true }: { invitationId: string; now: Instant; mails?: boolean },
): { invitation: Invitation; changes: InvitationChange[] } => {
  const { actor, email, role } = request;
  const { organizationId } = organization;
  if (actor.kind === 'person' && isMember(members, email))
    throw new Problem('conflict', { detail: 'A member with this address already exists.' });
  if (actor.kind === 'person' && members.filter(countsAsMember).length >= maxMembers)
    throw new Problem('conflict', { detail: tooManyMembers });
  const replaced = invitations.filter(
    (invitation) => isOpen(invitation, now) && isSameAddress(invitation.email, email),
  );
  requireRoom(request, { invitations, replaced }, now);
  const invitation: Invitation = {
    organizationId,
    invitationId,
    email,
    role,
    invitedBy: actor.kind === 'person' ? actor.personId : 'operator',
    createdAt: now,
    expiresAt: addMs(now, invitationMs),
  };
  return {
    invitation,
    changes: [
      countInvitation(organization),
      ...replaced.flatMap((earlier) => withdrawInvitation(earlier, { actor, now, onConflict: conflict })),
      ...invitationRecords(invitation, { actor, mails }),
    ],
  };
};

const conflict = () => new InvitationConflict();

/** Grows with every invitation, so that of two simultaneous ones, one counts the other. */
const countInvitation = ({ organizationId, invitations }: Organization): Change<'organization'> => ({
  change: 'update',
  record: 'organization',
  id: { organizationId },
  set: { invitations: (invitations ?? 0) + 1 },
  when: [
    invitations === undefined
      ? { field: 'invitations', is: 'absent' }
      : { field: 'invitations', is: 'equal', value: invitations },
  ],
  onConflict: conflict,
});

/** The invitation with its event and, unless an operator hands the link over, its mail. */
export const invitationRecords = (
  invitation: Invitation,
  { actor, mails }: { actor: AuditEvent['actor']; mails: boolean },
): Change<'invitation' | 'auditEvent' | 'mail'>[] => {
  const { organizationId, invitationId, role, createdAt } = invitation;
  const notification = { kind: 'invitation', cause: invitationId, facts: { invitationId } } as const;
  return [
    { change: 'insert', record: 'invitation', item: invitation },
    auditEvent({
      organizationId,
      actor,
      at: createdAt,
      action: 'invitation.created',
      cause: invitationId,
      target: invitationId,
      after: { role },
    }),
    ...(mails ? [enqueueMail(organizationId, notification, createdAt)] : []),
  ];
};
