import { actorOf, auditEvent, type Actor, type AuditAction } from '../audit/audit-event.ts';
import { changeConflict } from '../etag.ts';
import type { Change } from '../record-changes.ts';
import { ErasedConflict, notErased } from '../offboarding/require-not-erased.ts';
import { Problem } from '../problem.ts';
import type { AuditEvent, Instant, Member } from '../records.ts';
import { endCredentials } from './revocation/end-credentials.ts';
import type { Role } from './roles.ts';

/**
 * The change of a member, with the person's list of organizations, the count of owners if it changes, and the event.
 */
type MemberChange = Change<'member' | 'personOrganization' | 'organization' | 'auditEvent'>;

const noOwnerLeft = () => new Problem('conflict', { detail: 'An organization needs at least one owner.' });

type OwnerCount = Change<'organization'> & { change: 'update' };

/**
 * Counts one owner more, unless the erasure has begun: a transaction that writes the organization here cannot require that
 * elsewhere.
 */
const addOwner = (organizationId: string): OwnerCount => ({
  change: 'update',
  record: 'organization',
  id: { organizationId },
  add: { owners: 1 },
  when: notErased,
  onConflict: () => new ErasedConflict(),
});

/** Counts one owner less. The minimum protects the last owner, however many changes run at once. */
const dropOwner = (organizationId: string): OwnerCount => ({
  change: 'update',
  record: 'organization',
  id: { organizationId },
  add: { owners: -1 },
  floor: { owners: 2 },
  onConflict: noOwnerLeft,
});

/** Counts the owners before and after a change of a role, which needs an organization that is not being erased. */
const countOwners = (organizationId: string, before: Role, after: Role): OwnerCount[] => {
  if (after === 'owner') return [addOwner(organizationId)];
  if (before !== 'owner') return [];
  const onConflict: OwnerCount['onConflict'] = (found) =>
    found?.erasureStartedAt === undefined ? noOwnerLeft() : new ErasedConflict();
  return [{ ...dropOwner(organizationId), when: notErased, onConflict }];
};

const memberConflict = () => changeConflict('member');

const memberEvent = (
  actor: AuditEvent['actor'],
  { organizationId, personId }: Member,
  event: { action: AuditAction; cause: string; at: Instant } & Pick<AuditEvent, 'before' | 'after'>,
): Change<'auditEvent'> =>
  auditEvent({
    organizationId,
    actor,
    target: personId,
    onConflict: memberConflict,
    ...event,
  });

/** A member, and the organization in the person's list. A person who left and returns is a new member. */
export const memberRecords = (member: Member): Change<'member' | 'personOrganization'>[] => {
  const { organizationId, personId, joinedAt } = member;
  const whoLeft = { replaceIf: [{ field: 'removedAt', is: 'present' } as const], onConflict: memberConflict };
  return [
    { change: 'insert', record: 'member', item: member, ...whoLeft },
    {
      change: 'insert',
      record: 'personOrganization',
      item: { organizationId, personId, joinedAt },
      ...whoLeft,
    },
  ];
};

/** Adds a member. The caller has checked whether the actor may assign the role (`requireMayGrantRole`). */
export const addMember = (actor: AuditEvent['actor'], member: Member): MemberChange[] => {
  const { organizationId, personId, role, joinedAt } = member;
  return [
    ...memberRecords(member),
    ...(role === 'owner' ? [addOwner(organizationId)] : []),
    memberEvent(actor, member, {
      action: 'member.added',
      cause: `${personId}#${joinedAt}`,
      at: joinedAt,
      after: { role },
    }),
  ];
};

/** Changes the role of a member. There is nothing to change when the member already has the role. */
export const changeRole = ({
  actor,
  member,
  role,
  now,
}: {
  actor: AuditEvent['actor'];
  member: Member;
  role: Role;
  now: Instant;
}): MemberChange[] => {
  if (member.role === role) return [];
  const { organizationId, personId } = member;
  return [
    ...countOwners(organizationId, member.role, role),
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
    memberEvent(actor, member, {
      action: 'member.changed',
      cause: `${personId}#${now}#${member.role}#${role}`,
      at: now,
      before: { role: member.role },
      after: { role },
    }),
  ];
};

/** Turns the daily digest of advisories on or off for a member. There is nothing to change when it is already set. */
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
    memberEvent(actorOf(caller), member, {
      action: 'member.changed',
      cause: `${personId}#${now}#digest#${before}#${advisoryDigest}`,
      at: now,
      before: { advisoryDigest: before },
      after: { advisoryDigest },
    }),
  ];
};

/**
 * Removes a member, or lets a person leave. From now on no token of the person is accepted (`isLiveToken`), and no
 * trust rule that acts as the person.
 * @param erasesAddress leaves no address in the record, and no name that a directory gave.
 */
export const removeMember = (
  actor: AuditEvent['actor'],
  member: Member,
  { now, erasesAddress = false }: { now: Instant; erasesAddress?: boolean },
): (MemberChange | Change<'endedCredentials'>)[] => {
  const { organizationId, personId, role, joinedAt } = member;
  const leaves = actor.kind === 'person' && actor.personId === personId;
  return [
    ...(role === 'owner' ? [dropOwner(organizationId)] : []),
    {
      change: 'update',
      record: 'member',
      id: { organizationId, personId },
      set: { removedAt: now, ...(erasesAddress && { email: '' }) },
      ...(erasesAddress && { unset: ['directory'] }),
      when: [
        { field: 'role', is: 'equal', value: role },
        { field: 'joinedAt', is: 'equal', value: joinedAt },
        { field: 'removedAt', is: 'absent' },
      ],
      onConflict: memberConflict,
    },
    {
      change: 'insert',
      record: 'personOrganization',
      item: { organizationId, personId, joinedAt, removedAt: now },
      replaceIf: [{ field: 'removedAt', is: 'absent' }],
      onConflict: memberConflict,
    },
    endCredentials(organizationId, personId, now),
    memberEvent(actor, member, {
      action: leaves ? 'member.left' : 'member.removed',
      cause: `${personId}#${now}`,
      at: now,
      before: { role },
    }),
  ];
};

const digestOf = ({ advisoryDigest }: Member): 'daily' | 'off' => advisoryDigest ?? 'daily';

/** A member as lists show it. */
export const memberView = (member: Member) => {
  const { personId, email, role, joinedAt } = member;
  return { personId, email, role, joinedAt, advisoryDigest: digestOf(member) };
};

/** The name that the directory gives a member, or the part of the address before the `@`. */
const nameOf = ({ email, directory }: Pick<Member, 'email' | 'directory'>): string => {
  const { displayName = '', givenName = '', familyName = '' } = directory?.profile ?? {};
  const named = displayName.trim() || `${givenName} ${familyName}`.trim();
  return named || email.slice(0, Math.max(1, email.lastIndexOf('@')));
};

/** Members as everybody in the organization sees them. Addresses distinguish two of the same name. */
export const peopleView = (members: readonly Member[]): { personId: string; displayName: string }[] => {
  const present = members.filter(({ removedAt }) => removedAt === undefined);
  const sameName = Map.groupBy(present, (member) => nameOf(member).toLowerCase());
  return present.map((member) => {
    const name = nameOf(member);
    const isUnique = sameName.get(name.toLowerCase())?.length === 1;
    return { personId: member.personId, displayName: isUnique ? name : member.email };
  });
};
