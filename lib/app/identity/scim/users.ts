import {
  changeUser,
  createUser,
  deleteUser,
  externalIdAlias,
  returns,
  userNameAlias,
  type DirectoryActor,
} from '@scangate/domain/identity/scim/change-user';
import { membershipChanged } from '@scangate/domain/events/emit/member';
import { invalidValue, notFound, ScimError } from '@scangate/domain/identity/scim/scim-error';
import type { EqualFilter } from '@scangate/domain/identity/scim/equal-filter';
import { userOf, type DirectoryUser } from '@scangate/domain/identity/scim/scim-user';
import { isSameAddress } from '@scangate/domain/identity/invitations/invitation';
import { domainOfAddress } from '@scangate/domain/identity/sso/domain-name';
import { isVerified } from '@scangate/domain/identity/sso/organization-domains';
import type { Member } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, listAll, type Store } from '#ports/store.ts';
import { recheckOpenWaitsNow, type WaitRecheckStore } from '#app/scans/waiting/recheck-open-waits.ts';
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

const findByAddress = async (
  organizationId: string,
  email: string,
  { store }: Pick<DirectoryPorts, 'store'>,
): Promise<Member | undefined> => {
  for await (const member of listAll(store, { list: 'members', owner: { organizationId }, ...consistent }))
    if (isSameAddress(member.email, email) && member.removedAt === undefined) return member;
  return undefined;
};

/**
 * Creates a user. An existing member with the address becomes managed by the directory.
 * @throws ScimError 409 uniqueness.
 */
export const addUser = async (
  by: DirectoryActor,
  user: DirectoryUser,
  ports: DirectoryPorts,
): Promise<FoundUser> => {
  const { organizationId } = by;
  await requireDomain(organizationId, user.email, ports);
  const known = await findByAddress(organizationId, user.email, ports);
  if (known?.directory) throw new ScimError(409, 'Another user has this address.', 'uniqueness');
  const { member, changes } = known
    ? changeUser(by, { member: known, user })
    : createUser(by, user, ports.ids.uuid());
  const told = membershipChanged(by, { before: known, after: member, by: 'directory' }, by.now);
  await commitOrThrow(ports.store, [...changes, ...told]);
  if (known && !user.active) await recheckOpenWaitsNow(organizationId, ports, new Date(by.now));
  return { member, user };
};

const sameUser = (a: DirectoryUser, b: DirectoryUser): boolean =>
  (['userName', 'externalId', 'displayName', 'givenName', 'familyName', 'email', 'active'] as const).every(
    (field) => a[field] === b[field],
  );

/**
 * Replaces a user.
 * @throws ScimError, Problem conflict for the last owner.
 */
export const setUser = async (
  by: DirectoryActor,
  { known: { member, user: before }, after }: { known: FoundUser; after: DirectoryUser },
  ports: Omit<DirectoryPorts, 'ids'>,
): Promise<FoundUser> => {
  if (sameUser(before, after)) return { member, user: before };
  if (before.email !== after.email) await requireDomain(by.organizationId, after.email, ports);
  const groups = returns(member, after) ? await loadGroupsOf(member, ports) : undefined;
  const changed = changeUser(by, { member, user: after, groups });
  const told = membershipChanged(by, { before: member, after: changed.member, by: 'directory' }, by.now);
  await commitOrThrow(ports.store, [...changed.changes, ...told]);
  if (before.active && !after.active) await recheckOpenWaitsNow(by.organizationId, ports, new Date(by.now));
  return { member: changed.member, user: after };
};

/** Removes a user, who is no longer a member. */
export const removeUser = async (
  by: DirectoryActor,
  personId: string,
  ports: Omit<DirectoryPorts, 'ids'>,
): Promise<void> => {
  const { member } = await getUser(by.organizationId, personId, ports);
  const told = membershipChanged(by, { before: member, after: { ...member, removedAt: by.now } }, by.now);
  await commitOrThrow(ports.store, [...deleteUser(by, member), ...told]);
  await recheckOpenWaitsNow(by.organizationId, ports, new Date(by.now));
};
