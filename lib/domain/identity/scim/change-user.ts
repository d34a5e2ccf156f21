import { auditEvent } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import type { AuditEvent, Instant, Member } from '@scangate/domain/records';
import { addMs } from '@scangate/domain/instant';
import { isSameAddress } from '../invitations/invitation.ts';
import { addMember, changeRole, removeMember } from '../members.ts';
import { roleOfGroups, type GroupsOfMember } from './groups-of-member.ts';
import { asRead, memberChanged, withDirectory, type ManagedMember } from './member-as-read.ts';
import type { DirectoryUser } from './scim-user.ts';
import { ScimError } from './scim-error.ts';

type UserChange = Change<
  | 'member'
  | 'personOrganization'
  | 'organization'
  | 'endedCredentials'
  | 'auditEvent'
  | 'directoryAlias'
  | 'person'
>;

/** The organization's directory, by the token that it sent. */
export interface DirectoryActor {
  organizationId: string;
  /** The event types and patterns that subscribers of the organization want. */
  listens?: readonly string[] | undefined;
  tokenId: string;
  /** Names this request in the audit log. */
  requestId: string;
  now: Instant;
}

const actor: AuditEvent['actor'] = { kind: 'system' };

const taken = () => new ScimError(409, 'Another user has this userName or externalId.', 'uniqueness');

/** User names are case-insensitive. */
export const userNameAlias = (userName: string): string => `userName#${userName.toLowerCase()}`;

/** Names a user by the id that the directory gave. */
export const externalIdAlias = (externalId: string): string => `externalId#${externalId}`;

const aliasesOf = ({ userName, externalId }: Pick<DirectoryUser, 'userName' | 'externalId'>): string[] => [
  userNameAlias(userName),
  ...(externalId === undefined ? [] : [externalIdAlias(externalId)]),
];

const takeAlias = (organizationId: string, alias: string, personId: string): Change<'directoryAlias'> => ({
  change: 'insert',
  record: 'directoryAlias',
  item: { organizationId, alias, personId },
  replaceIf: [{ field: 'personId', is: 'oneOf', value: ['', personId] }],
  onConflict: taken,
});

const freeAlias = (organizationId: string, alias: string): Change<'directoryAlias'> => ({
  change: 'update',
  record: 'directoryAlias',
  id: { organizationId, alias },
  set: { personId: '' },
});

/** Replaces the former aliases of a user with the current ones. */
const moveAliases = (
  organizationId: string,
  personId: string,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Change<'directoryAlias'>[] => [
  ...after
    .filter((alias) => !before.includes(alias))
    .map((alias) => takeAlias(organizationId, alias, personId)),
  ...before.filter((alias) => !after.includes(alias)).map((alias) => freeAlias(organizationId, alias)),
];

const profileOf = ({ displayName, givenName, familyName }: DirectoryUser) => ({
  ...(displayName !== undefined && { displayName }),
  ...(givenName !== undefined && { givenName }),
  ...(familyName !== undefined && { familyName }),
});

const directoryOf = (
  user: DirectoryUser,
  groups: readonly string[] = [],
): NonNullable<Member['directory']> => ({
  userName: user.userName,
  ...(user.externalId !== undefined && { externalId: user.externalId }),
  profile: profileOf(user),
  groups: [...groups],
});

const userEvent = (
  { organizationId, tokenId, requestId, now }: DirectoryActor,
  personId: string,
  fields: Pick<AuditEvent, 'before' | 'after'>,
): Change<'auditEvent'> =>
  auditEvent({
    organizationId,
    actor,
    at: now,
    action: 'directory.user_changed',
    cause: requestId,
    target: personId,
    ...fields,
    after: { ...fields.after, tokenId },
  });

/** Creates a user, who becomes a member at once if active. */
export const createUser = (
  by: DirectoryActor,
  user: DirectoryUser,
  personId: string,
): { member: Member; changes: UserChange[] } => {
  const { organizationId, now } = by;
  const member = withDirectory(
    { organizationId, personId, email: user.email, role: 'member', joinedAt: now },
    directoryOf(user),
  );
  const joined: UserChange[] = user.active
    ? addMember(actor, member)
    : [{ change: 'insert', record: 'member', item: { ...member, removedAt: now } }];
  return {
    member: user.active ? member : { ...member, removedAt: now },
    changes: [
      ...aliasesOf(user).map((alias) => takeAlias(organizationId, alias, personId)),
      {
        change: 'insert',
        record: 'person',
        item: { personId, email: user.email, createdAt: now, identities: [] },
      },
      ...joined,
      userEvent(by, personId, { after: { created: true, active: user.active } }),
    ],
  };
};

const storedFields = ({ email, directory, directoryVersion }: ManagedMember) => ({
  email,
  directory,
  directoryVersion,
});

const memberUpdate = (member: Member, next: ManagedMember): UserChange => ({
  change: 'update',
  record: 'member',
  id: { organizationId: member.organizationId, personId: member.personId },
  set: storedFields(next),
  when: asRead(member),
  onConflict: memberChanged,
});

/** Merges further fields into the change of a record, since a transaction has one change per record. */
const mergeInto = (changes: UserChange[], member: Member, next: ManagedMember): UserChange[] =>
  changes.map((change) => {
    if (change.record !== 'member') return change;
    const [conditions, onConflict] = [asRead(member), memberChanged];
    if (change.change === 'insert') return { ...change, item: next, replaceIf: conditions, onConflict };
    return change.change === 'update'
      ? { ...change, set: { ...change.set, ...storedFields(next) }, when: conditions, onConflict }
      : change;
  });

/**
 * Whoever controls the address can sign in as the member, so a directory must not be able to make anyone an owner.
 * @throws ScimError mutability.
 */
const requireOwnerAddress = ({ role, email, removedAt }: Member, user: DirectoryUser): void => {
  if (role !== 'owner' || removedAt !== undefined || isSameAddress(email, user.email)) return;
  throw new ScimError(400, 'A directory cannot change the address of an owner.', 'mutability');
};

export interface ChangedUser {
  member: Member;
  user: DirectoryUser;
  /** The groups that contain the member now: for one who returns, or who comes under the directory. */
  groups?: GroupsOfMember | undefined;
}

/** Whether a change brings back a member who was removed. */
export const isReactivation = ({ removedAt }: Member, { active }: DirectoryUser): boolean =>
  active && removedAt !== undefined;

/** The credentials of the former membership, which may have ended at the same moment, stay invalid. */
const returnAt = (removedAt: Instant, now: Instant): Instant => (now > removedAt ? now : addMs(removedAt, 1));

/**
 * Changes a user. `active: false` removes the member at once; `true` again is a new membership, so that old tokens stay
 * dead, with the role of the groups that contain the person now, as has a member who comes under the directory. @throws Problem conflict for the last owner,
 * ScimError mutability.
 */
export const changeUser = (
  by: DirectoryActor,
  { member, user, groups }: ChangedUser,
): { member: Member; changes: UserChange[] } => {
  const { organizationId, now } = by;
  const { personId } = member;
  requireOwnerAddress(member, user);
  const before = member.directory ? aliasesOf(member.directory) : [];
  const { removedAt, ...kept } = member;
  const base = withDirectory(
    { ...kept, email: user.email },
    directoryOf(user, groups?.names ?? member.directory?.groups),
  );
  const aliases = moveAliases(organizationId, personId, { before, after: aliasesOf(user) });
  const event = userEvent(by, personId, { after: { active: user.active } });
  if (user.active && removedAt !== undefined) {
    const role = (groups && roleOfGroups(groups)) ?? 'member';
    const next: ManagedMember = { ...base, role, joinedAt: returnAt(removedAt, now) };
    return {
      member: next,
      changes: [...aliases, ...mergeInto(addMember(actor, next), member, next), event],
    };
  }
  if (!user.active && removedAt === undefined) {
    const next: ManagedMember = { ...base, removedAt: now };
    return {
      member: next,
      changes: [...aliases, ...mergeInto(removeMember(actor, member, { now }), member, next), event],
    };
  }
  const keepsRole = removedAt !== undefined || member.role === 'owner';
  const given = groups && groups.names.length > 0 ? roleOfGroups(groups) : undefined;
  const role = keepsRole ? member.role : (given ?? member.role);
  const next: ManagedMember = { ...base, role, ...(removedAt !== undefined && { removedAt }) };
  const changes = changeRole({ actor, member, role, now });
  const updates = changes.length > 0 ? mergeInto(changes, member, next) : [memberUpdate(member, next)];
  return { member: next, changes: [...aliases, ...updates, event] };
};

/** Removes a user for good: the member leaves, and the directory's names for the person become free. */
export const deleteUser = (by: DirectoryActor, member: Member): UserChange[] => {
  const { organizationId, now } = by;
  const { personId, directory } = member;
  const aliases = directory ? aliasesOf(directory).map((alias) => freeAlias(organizationId, alias)) : [];
  const event = userEvent(by, personId, { before: { deleted: true } });
  const set = { directoryVersion: (member.directoryVersion ?? 0) + 1 };
  const rest = {
    unset: ['directory' as const],
    when: asRead(member),
    onConflict: memberChanged,
  };
  if (member.removedAt !== undefined)
    return [
      ...aliases,
      { change: 'update', record: 'member', id: { organizationId, personId }, set, ...rest },
      event,
    ];
  const removed = removeMember(actor, member, { now, erasesAddress: false }).map((change): UserChange =>
    change.record === 'member' && change.change === 'update'
      ? { ...change, set: { ...change.set, ...set }, ...rest }
      : change,
  );
  return [...aliases, ...removed, event];
};
