import {
  changeUser,
  createUser,
  deleteUser,
  externalIdAlias,
  isReactivation,
  userNameAlias,
  type DirectoryActor,
} from '@scangate/domain/identity/scim/change-user';
import { membershipChanged } from '@scangate/domain/events/emit/member';
import { invalidValue, notFound, ScimError } from '@scangate/domain/identity/scim/scim-error';
import type { EqualFilter } from '@scangate/domain/identity/scim/equal-filter';
import { userOf, type DirectoryUser } from '@scangate/domain/identity/scim/scim-user';
import { tooManyMembers } from '@scangate/domain/identity/invitations/member-limit';
import { domainOfAddress } from '@scangate/domain/identity/sso/domain-name';
import { isVerified } from '@scangate/domain/identity/sso/organization-domains';
import { Problem } from '@scangate/domain/problem';
import type { Member } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, listAll, type Store } from '#ports/store.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import { recheckOpenWaitsNow, type WaitRecheckStore } from '#app/scans/waiting/recheck-open-waits.ts';
import { findByAddress } from '../find-by-address.ts';
import { loadGroupsOf } from './groups.ts';

type Records =
  | 'member'
  | 'person'
  | 'personOrganization'
  | 'organization'
  | 'organizationDomain'
  | 'directoryAlias'
  | 'directoryGroup'
  | 'ssoSettings'
  | 'endedCredentials'
  | 'auditEvent'
  | 'storedEvent';

export interface DirectoryPorts {
  store: Pick<Store<Records>, 'get' | 'load' | 'list' | 'commit'> & WaitRecheckStore;
  ids: Ids;
  log: Log;
}

export interface FoundUser {
  member: Member;
  user: DirectoryUser;
}

const consistent = { consistent: true } as const;

const found = (member: Member | undefined): FoundUser | undefined => {
  const user = member && userOf(member);
  return user && { member, user };
};

/** @throws ScimError 404 for a person whom the directory does not manage. */
export const getUser = async (
  organizationId: string,
  personId: string,
  { store }: Pick<DirectoryPorts, 'store'>,
): Promise<FoundUser> => {
  const known = found(await store.get('member', { organizationId, personId }, consistent));
  if (!known) throw notFound();
  return known;
};

/** Finds the user with a userName or an externalId. */
const findByAlias = async (
  organizationId: string,
  alias: string,
  { store }: Pick<DirectoryPorts, 'store'>,
): Promise<FoundUser | undefined> => {
  const { personId } = (await store.get('directoryAlias', { organizationId, alias }, consistent)) ?? {};
  if (!personId) return undefined;
  return found(await store.get('member', { organizationId, personId }, consistent));
};

/** All users, or the one that a filter names. */
export const listUsers = async (
  organizationId: string,
  filter: EqualFilter | undefined,
  ports: Pick<DirectoryPorts, 'store'>,
): Promise<FoundUser[]> => {
  if (filter) {
    const { attribute, value } = filter;
    const alias = attribute === 'userName' ? userNameAlias(value) : externalIdAlias(value);
    const user = await findByAlias(organizationId, alias, ports);
    return user ? [user] : [];
  }
  const users: FoundUser[] = [];
  for await (const member of listAll(ports.store, { list: 'members', owner: { organizationId } })) {
    const user = found(member);
    if (user) users.push(user);
  }
  return users;
};

/** Only an address in a verified domain identifies a person. @throws ScimError invalidValue. */
const requireDomain = async (
  organizationId: string,
  email: string,
  { store }: Pick<DirectoryPorts, 'store'>,
): Promise<void> => {
  const domain = domainOfAddress(email) ?? '';
  const verified = await store.get('organizationDomain', { organizationId, domain }, consistent);
  if (!isVerified(verified))
    throw invalidValue('The address is not in a verified domain of the organization.');
};

/**
 * Creates a user. An existing member with the address becomes managed by the directory, and gets what its groups give.
 * @throws ScimError 409 uniqueness, Problem limit_reached.
 */
export const addUser = async (
  by: DirectoryActor,
  user: DirectoryUser,
  ports: DirectoryPorts,
): Promise<FoundUser> => {
  const { organizationId } = by;
  await requireDomain(organizationId, user.email, ports);
  const { member, known } = await retryOnConflict(limits.changeDirectory, async () => {
    const { member: existing, isFull } = await findByAddress(ports.store, organizationId, user.email);
    if (existing?.directory) throw new ScimError(409, 'Another user has this address.', 'uniqueness');
    if (isFull) throw new Problem('limit_reached', { detail: tooManyMembers });
    const changed = existing
      ? changeUser(by, { member: existing, user, groups: await loadGroupsOf(existing, ports) })
      : createUser(by, user, ports.ids.uuid());
    const told = membershipChanged(by, { before: existing, after: changed.member, by: 'directory' }, by.now);
    await commitOrThrow(ports.store, [...changed.changes, ...told]);
    return { member: changed.member, known: existing };
  });
  if (known && !user.active) await recheckOpenWaitsNow(organizationId, ports, new Date(by.now));
  return { member, user };
};

const sameUser = (a: DirectoryUser, b: DirectoryUser): boolean =>
  (['userName', 'externalId', 'displayName', 'givenName', 'familyName', 'email', 'active'] as const).every(
    (field) => a[field] === b[field],
  );

/** Changes a user to what `edit` makes of the current one, and tells who the user was. */
const editUser = async (
  by: DirectoryActor,
  { personId, edit }: UserEdit,
  ports: Omit<DirectoryPorts, 'ids'>,
): Promise<{ member: Member; before: DirectoryUser; after: DirectoryUser }> => {
  const { member, user: before } = await getUser(by.organizationId, personId, ports);
  const after = edit({ member, user: before });
  if (sameUser(before, after)) return { member, before, after: before };
  if (before.email !== after.email) await requireDomain(by.organizationId, after.email, ports);
  const groups = isReactivation(member, after) ? await loadGroupsOf(member, ports) : undefined;
  const changed = changeUser(by, { member, user: after, groups });
  const told = membershipChanged(by, { before: member, after: changed.member, by: 'directory' }, by.now);
  await commitOrThrow(ports.store, [...changed.changes, ...told]);
  return { member: changed.member, before, after };
};

export interface UserEdit {
  personId: string;
  /** Called with the current user each time that the change is tried. */
  edit: (known: FoundUser) => DirectoryUser;
}

/**
 * Replaces a user.
 * @throws ScimError, Problem conflict for the last owner.
 */
export const setUser = async (
  by: DirectoryActor,
  change: UserEdit,
  ports: Omit<DirectoryPorts, 'ids'>,
): Promise<FoundUser> => {
  const { member, before, after } = await retryOnConflict(limits.changeDirectory, () =>
    editUser(by, change, ports),
  );
  if (before.active && !after.active) await recheckOpenWaitsNow(by.organizationId, ports, new Date(by.now));
  return { member, user: after };
};

/** Removes a user, who is no longer a member. */
export const removeUser = async (
  by: DirectoryActor,
  personId: string,
  ports: Omit<DirectoryPorts, 'ids'>,
): Promise<void> => {
  await retryOnConflict(limits.changeDirectory, async () => {
    const { member } = await getUser(by.organizationId, personId, ports);
    const told = membershipChanged(by, { before: member, after: { ...member, removedAt: by.now } }, by.now);
    await commitOrThrow(ports.store, [...deleteUser(by, member), ...told]);
  });
  await recheckOpenWaitsNow(by.organizationId, ports, new Date(by.now));
};
