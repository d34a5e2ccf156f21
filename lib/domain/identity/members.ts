import { actorOf, auditEvent, type Actor, type AuditAction } from '../audit/audit-event.ts';
import type { Change } from '../change.ts';
import { Problem } from '../problem.ts';
import type { AuditEvent, Instant, Member } from '../records.ts';
import type { Role } from './roles.ts';

/** The change of a member, with the count of owners where it moves, and the audit event. */
type MemberChange = Change<'member' | 'organization' | 'auditEvent'>;

/** @throws Problem role_required unless the caller is an owner. */
const requireOwner = (caller: { role: Role }): void => {
  if (caller.role !== 'owner') {
    throw new Problem('role_required', {
      detail: 'Only an owner can grant or revoke the role owner.',
      roles: ['owner'],
    });
  }
};

/** Moves the count of owners. Its floor keeps the last owner, however many changes run at once. */
const countOwners = (organizationId: string, step: 1 | -1): Change<'organization'> => ({
  change: 'update',
  record: 'organization',
  id: { organizationId },
  add: { owners: step },
  ...(step < 0 && { floor: { owners: 2 } }),
  onConflict: () => new Problem('conflict', { detail: 'An organization keeps at least one owner.' }),
});

const memberConflict = () =>
  new Problem('conflict', { detail: 'The member changed since it was read. Read it again and retry.' });

const memberEvent = (
  caller: Actor,
  { organizationId, personId }: Member,
  event: { action: AuditAction; cause: string; at: Instant } & Pick<AuditEvent, 'before' | 'after'>,
): Change<'auditEvent'> =>
  auditEvent({
    organizationId,
    actor: actorOf(caller),
    target: personId,
    onConflict: memberConflict,
    ...event,
  });

/** Adds a member. @throws Problem role_required when somebody else than an owner adds an owner. */
export const addMember = (caller: Actor, member: Member): MemberChange[] => {
  const { organizationId, personId, email, role, joinedAt } = member;
  if (role === 'owner') requireOwner(caller);
  return [
    { change: 'insert', record: 'member', item: member },
    ...(role === 'owner' ? [countOwners(organizationId, 1)] : []),
    memberEvent(caller, member, {
      action: 'member.added',
      cause: `${personId}#${joinedAt}`,
      at: joinedAt,
      after: { email, role },
    }),
  ];
};

/** Changes the role of a member. There is nothing to change when the member has the role already. */
export const changeRole = ({
  caller,
  member,
  role,
  now,
}: {
  caller: Actor;
  member: Member;
  role: Role;
  now: Instant;
}): MemberChange[] => {
  if (member.role === role) return [];
  const [wasOwner, becomesOwner] = [member.role === 'owner', role === 'owner'];
  if (wasOwner || becomesOwner) requireOwner(caller);
  const { organizationId, personId } = member;
  return [
    ...(wasOwner === becomesOwner ? [] : [countOwners(organizationId, becomesOwner ? 1 : -1)]),
    {
      change: 'update',
      record: 'member',
      id: { organizationId, personId },
      set: { role },
      when: [
        { field: 'role', is: 'equal', value: member.role },
        { field: 'removedAt', is: 'absent' },
      ],
      onConflict: memberConflict,
    },
    memberEvent(caller, member, {
      action: 'member.changed',
      cause: `${personId}#${now}#${member.role}#${role}`,
      at: now,
      before: { role: member.role },
      after: { role },
    }),
  ];
};

/** Turns the daily digest of advisories on or off for a member. There is nothing to change when it is so already. */
export const changeDigest = ({
  caller,
  member,
  advisoryDigest,
  now,
}: {
  caller: Actor;
  member: Member;
  advisoryDigest: 'daily' | 'off';
  now: Instant;
}): MemberChange[] => {
  const before = digestOf(member);
  if (before === advisoryDigest) return [];
  const { organizationId, personId } = member;
  return [
    {
      change: 'update',
      record: 'member',
      id: { organizationId, personId },
      ...(advisoryDigest === 'off' ? { set: { advisoryDigest } } : { unset: ['advisoryDigest'] }),
      when: [{ field: 'removedAt', is: 'absent' }],
      onConflict: memberConflict,
    },
    memberEvent(caller, member, {
      action: 'member.changed',
      cause: `${personId}#${now}#digest#${before}#${advisoryDigest}`,
      at: now,
      before: { advisoryDigest: before },
      after: { advisoryDigest },
    }),
  ];
};

/** Removes a member. From now on no token of the person is accepted (`isLiveToken`). */
export const removeMember = (caller: Actor, member: Member, now: Instant): MemberChange[] => {
  const wasOwner = member.role === 'owner';
  if (wasOwner) requireOwner(caller);
  const { organizationId, personId, email, role } = member;
  return [
    ...(wasOwner ? [countOwners(organizationId, -1)] : []),
    {
      change: 'update',
      record: 'member',
      id: { organizationId, personId },
      set: { removedAt: now },
      when: [
        { field: 'role', is: 'equal', value: role },
        { field: 'removedAt', is: 'absent' },
      ],
      onConflict: memberConflict,
    },
    memberEvent(caller, member, {
      action: 'member.removed',
      cause: `${personId}#${now}`,
      at: now,
      before: { email, role },
    }),
  ];
};

const digestOf = ({ advisoryDigest }: Member): 'daily' | 'off' => advisoryDigest ?? 'daily';

export const memberView = (member: Member) => {
  const { personId, email, role, joinedAt } = member;
  return { personId, email, role, joinedAt, advisoryDigest: digestOf(member) };
};
