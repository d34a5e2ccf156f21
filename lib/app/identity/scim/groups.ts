import type { DirectoryActor } from '@scangate/domain/identity/scim/change-user';
import {
  affectedMembers,
  applyGroups,
  storeGroup,
  type GroupChange,
  type GroupFields,
} from '@scangate/domain/identity/scim/directory-group';
import { groupsWith, type GroupsOfMember } from '@scangate/domain/identity/scim/groups-of-member';
import { notFound, ScimError } from '@scangate/domain/identity/scim/scim-error';
import type { EqualFilter } from '@scangate/domain/identity/scim/equal-filter';
import type { DirectoryGroup, Member, SsoSettings } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, listAll, type Store } from '#ports/store.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';

type Records =
  | 'member'
  | 'personOrganization'
  | 'organization'
  | 'directoryGroup'
  | 'ssoSettings'
  | 'auditEvent';

export interface GroupPorts {
  store: Pick<Store<Records>, 'get' | 'load' | 'list' | 'commit'>;
  ids: Ids;
  /** The change of a member takes at most two writes, and 100 fit into a transaction. */
  membersPerCommit?: number;
}

const consistent = { consistent: true } as const;

/** @throws ScimError 404. */
export const getGroup = async (
  organizationId: string,
  groupId: string,
  { store }: Pick<GroupPorts, 'store'>,
): Promise<DirectoryGroup> => {
  const group = await store.get('directoryGroup', { organizationId, groupId }, consistent);
  if (!group || group.removedAt !== undefined) throw notFound();
  return group;
};

/** Lists the groups that the directory has, or those that a filter names. */
export const listGroups = async (
  organizationId: string,
  filter: EqualFilter | undefined,
  { store }: Pick<GroupPorts, 'store'>,
): Promise<DirectoryGroup[]> => {
  const groups: DirectoryGroup[] = [];
  for await (const group of listAll(store, {
    list: 'directoryGroups',
    owner: { organizationId },
    ...consistent,
  })) {
    if (group.removedAt !== undefined) continue;
    if (!filter || group[filter.attribute as 'displayName' | 'externalId'] === filter.value)
      groups.push(group);
  }
  return groups;
};

const loadMembers = async (
  organizationId: string,
  people: readonly string[],
  { store }: Pick<GroupPorts, 'store'>,
): Promise<Member[]> => {
  const refs = people.map((personId) => ({ record: 'member', id: { organizationId, personId } }) as const);
  const members: readonly (Member | undefined)[] = await store.load(refs, consistent);
  return members.filter((member) => member !== undefined);
};

/**
 * Stores a change of a group, and gives its members the roles. The members of a large group are changed first, part
 * by part: an interrupted change is completed by sending it again.
 */
const commitGroup = async (
  by: DirectoryActor,
  change: GroupChange,
  { roles, ports }: { roles: SsoSettings['roles']; ports: GroupPorts },
): Promise<void> => {
  const people = affectedMembers(change);
  const now = by.now;
  const { membersPerCommit = 45 } = ports;
  for (let start = 0; start === 0 || start < people.length; start += membersPerCommit) {
    const some = people.slice(start, start + membersPerCommit);
    const members = some.length > 0 ? await loadMembers(by.organizationId, some, ports) : [];
    const isLast = start + membersPerCommit >= people.length;
    const changes = [
      ...members.flatMap((member) => applyGroups(member, change, { roles, now })),
      ...(isLast ? storeGroup(by, change) : []),
    ];
    if (changes.length > 0) await commitOrThrow(ports.store, changes);
  }
};

type Roles = SsoSettings['roles'];

/** A group with the roles that groups give, in one round trip. */
export interface LoadedGroup {
  group: DirectoryGroup;
  roles: Roles;
}

/** @throws ScimError 404. */
const loadGroup = async (
  organizationId: string,
  groupId: string,
  { store }: Pick<GroupPorts, 'store'>,
): Promise<LoadedGroup> => {
  const [group, settings] = await store.load(
    [
      { record: 'directoryGroup', id: { organizationId, groupId } },
      { record: 'ssoSettings', id: { organizationId } },
    ] as const,
    consistent,
  );
  if (!group || group.removedAt !== undefined) throw notFound();
  return { group, roles: settings?.roles };
};

const rolesOf = async (organizationId: string, { store }: Pick<GroupPorts, 'store'>): Promise<Roles> =>
  (await store.get('ssoSettings', { organizationId }, consistent))?.roles;

/**
 * Loads what the directory's groups give a member. While a change of a large group is stored part by part, its record
 * lags behind the members, so that a group only counts which the member's own list has as well. Whoever comes under
 * the directory has no list yet.
 */
export const loadGroupsOf = async (
  { organizationId, personId, directory }: Pick<Member, 'organizationId' | 'personId' | 'directory'>,
  ports: Pick<GroupPorts, 'store'>,
): Promise<GroupsOfMember> => {
  const listed = directory && (directory.groups ?? []);
  const [groups, roles] = await Promise.all([
    listed?.length === 0 ? [] : listGroups(organizationId, undefined, ports),
    rolesOf(organizationId, ports),
  ]);
  return { names: groupsWith(personId, groups).filter((name) => listed?.includes(name) !== false), roles };
};

/** @throws ScimError 409 for a name that another group has. */
const requireName = async (by: DirectoryActor, name: string, ports: GroupPorts): Promise<void> => {
  const same = await listGroups(by.organizationId, { attribute: 'displayName', value: name }, ports);
  if (same.length > 0) throw new ScimError(409, 'Another group has this displayName.', 'uniqueness');
};

/** Adds a group and gives its members their roles. @throws ScimError 409 for a name that another group has. */
export const addGroup = async (
  by: DirectoryActor,
  fields: GroupFields,
  ports: GroupPorts,
): Promise<DirectoryGroup> => {
  const { organizationId, now } = by;
  const groupId = ports.ids.uuid();
  const group = { organizationId, groupId, ...fields, version: 1, createdAt: now, changedAt: now };
  return retryOnConflict(limits.changeDirectory, async () => {
    await requireName(by, fields.displayName, ports);
    const roles = await rolesOf(organizationId, ports);
    await commitGroup(by, { before: undefined, after: group }, { roles, ports });
    return group;
  });
};

export interface GroupEdit {
  groupId: string;
  /** Called with the current group each time that the change is tried. */
  edit: (known: LoadedGroup) => GroupFields;
}

/**
 * Replaces a group; the roles of its members follow.
 * @throws ScimError 404, or 409 for a name that another group has.
 */
export const setGroup = (
  by: DirectoryActor,
  { groupId, edit }: GroupEdit,
  ports: GroupPorts,
): Promise<DirectoryGroup> =>
  retryOnConflict(limits.changeDirectory, async () => {
    const known = await loadGroup(by.organizationId, groupId, ports);
    const { group: before, roles } = known;
    const fields = edit(known);
    if (fields.displayName !== before.displayName) await requireName(by, fields.displayName, ports);
    const { externalId: _old, ...kept } = before;
    const after: DirectoryGroup = { ...kept, ...fields };
    await commitGroup(by, { before, after }, { roles, ports });
    return { ...after, version: before.version + 1, changedAt: by.now };
  });

/** Removes a group; its members lose the roles that it gave. @throws ScimError 404. */
export const removeGroup = (by: DirectoryActor, groupId: string, ports: GroupPorts): Promise<void> =>
  retryOnConflict(limits.changeDirectory, async () => {
    const { group: before, roles } = await loadGroup(by.organizationId, groupId, ports);
    await commitGroup(by, { before, after: undefined }, { roles, ports });
  });
