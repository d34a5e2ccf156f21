import { auditEvent } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import type { DirectoryGroup, Instant, Member, SsoSettings } from '@scangate/domain/records';
import { changeRole } from '../members.ts';
import type { DirectoryActor } from './change-user.ts';
import { groupsAfter, roleOfGroups } from './groups-of-member.ts';
import { asRead, DirectoryConflict, memberChanged, withDirectory } from './member-as-read.ts';

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** A group is one record, which has room for this many ids. */
export const maxGroupMembers = 10_000;

export type GroupFields = Pick<DirectoryGroup, 'displayName' | 'externalId' | 'members'>;

/** A group as SCIM shows it. */
export const groupView = (
  { groupId, displayName, externalId, members, createdAt, changedAt }: DirectoryGroup,
  { location, withMembers }: { location: string; withMembers: boolean },
) => ({
  schemas: [groupSchema],
  id: groupId,
  ...(externalId !== undefined && { externalId }),
  displayName,
  ...(withMembers && { members: members.map((value) => ({ value })) }),
  meta: { resourceType: 'Group', created: createdAt, lastModified: changedAt, location },
});

/** A group before and after a change; absent before its creation, and after its removal. */
export interface GroupChange {
  before: DirectoryGroup | undefined;
  after: DirectoryGroup | undefined;
}

/** The people whose groups change. */
export const affectedMembers = ({ before, after }: GroupChange): string[] => {
  const [old, now] = [new Set(before?.members), new Set(after?.members)];
  const renamed = before?.displayName !== after?.displayName;
  return [...new Set([...old, ...now])].filter((id) => renamed || old.has(id) !== now.has(id));
};

type MemberChange = Change<'member' | 'personOrganization' | 'organization' | 'auditEvent'>;

/** Counts a change of groups that gives nothing, so that whoever comes under the directory meanwhile reads them again. */
const countChange = (member: Member): MemberChange => ({
  change: 'update',
  record: 'member',
  id: { organizationId: member.organizationId, personId: member.personId },
  set: { directoryVersion: (member.directoryVersion ?? 0) + 1 },
  when: asRead(member),
  onConflict: memberChanged,
});

/**
 * Gives a member the groups after a change, and the role that they give. Owners remain owners. A removed member keeps
 * up with the groups as well, so that nobody returns with those of before.
 */
export const applyGroups = (
  member: Member,
  { before, after }: GroupChange,
  { roles, now }: { roles: SsoSettings['roles']; now: Instant },
): MemberChange[] => {
  const { organizationId, personId, removedAt } = member;
  if (!member.directory) return [countChange(member)];
  const groups = groupsAfter(member.directory.groups ?? [], {
    left: before?.displayName,
    joined: after?.members.includes(personId) === true ? after.displayName : undefined,
  });
  const { directory, directoryVersion } = withDirectory(member, { ...member.directory, groups });
  const [set, when, onConflict] = [{ directory, directoryVersion }, asRead(member), memberChanged];
  const keepsRole = removedAt !== undefined || member.role === 'owner';
  const role = keepsRole ? member.role : (roleOfGroups({ names: groups, roles }) ?? member.role);
  const changes = changeRole({ actor: { kind: 'system' }, member, role, now });
  if (changes.length === 0)
    return [{ change: 'update', record: 'member', id: { organizationId, personId }, set, when, onConflict }];
  return changes.map((change) =>
    change.record === 'member' && change.change === 'update'
      ? { ...change, set: { ...change.set, ...set }, when, onConflict }
      : change,
  );
};

const conflict = () => new DirectoryConflict('a group of the directory');

/** Stores a group, or the remains of a removed one. */
export const storeGroup = (
  by: DirectoryActor,
  { before, after }: GroupChange,
): Change<'directoryGroup' | 'auditEvent'>[] => {
  const { organizationId, now } = by;
  const group = after ?? before;
  if (!group) return [];
  const { groupId } = group;
  const event = auditEvent({
    organizationId,
    actor: { kind: 'system' },
    at: now,
    action: 'directory.group_changed',
    cause: by.requestId,
    target: groupId,
    ...(before && { before: { displayName: before.displayName, members: before.members.length } }),
    ...(after && { after: { displayName: after.displayName, members: after.members.length } }),
  });
  if (!before)
    return [{ change: 'insert', record: 'directoryGroup', item: group, onConflict: conflict }, event];
  const item = after ?? { ...before, members: [], removedAt: now };
  return [
    {
      change: 'insert',
      record: 'directoryGroup',
      item: { ...item, version: before.version + 1, changedAt: now },
      replaceIf: [{ field: 'version', is: 'equal', value: before.version }],
      onConflict: conflict,
    },
    event,
  ];
};
