import { actorOf } from '@scangate/domain/audit/audit-event';
import { membershipChanged } from '@scangate/domain/events/emit/member';
import type { Change } from '@scangate/domain/record-changes';
import {
  forgetAlias,
  forgetFormerMember,
  namesInDirectory,
  namesPerson,
} from '@scangate/domain/identity/forget-member';
import { removeMember } from '@scangate/domain/identity/members';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { Member, Person } from '@scangate/domain/records';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { recheckOpenWaitsNow, type WaitRecheckStore } from '#app/scans/waiting/recheck-open-waits.ts';
import {
  loadAllMemberships,
  spansOrganizations,
  type Membership,
  type PersonMemberships,
} from './load-memberships.ts';

type Writes =
  | 'person'
  | 'personOrganization'
  | 'member'
  | 'directoryAlias'
  | 'organization'
  | 'endedCredentials'
  | 'auditEvent'
  | 'storedEvent';

interface DeletionPorts {
  store: Pick<Store<Writes>, 'get' | 'list' | 'load' | 'commit'> & WaitRecheckStore;
  log: Log;
}

/** The most changes of a transaction. */
const mostChanges = 100;

/** @throws Problem conflict, and names the organizations, while the person is the last owner of any. */
const requireOtherOwners = (memberships: readonly Membership[]): void => {
  const last = memberships.filter(
    ({ member, organization }) => member.role === 'owner' && organization.owners < 2,
  );
  if (last.length === 0) return;
  throw new Problem('conflict', {
    detail: `You are the last owner of ${last.map(({ organization }) => organization.name).join(', ')}. Make somebody else an owner, or close the organization.`,
    organizationIds: last.map(({ organization }) => organization.organizationId),
  });
};

const leave = (caller: Caller, { member, organization }: Membership, now: string): Change<Writes>[] => {
  const actor = actorOf({ ...caller, role: member.role });
  const left = { before: member, after: { ...member, removedAt: now } };
  return [
    ...removeMember(actor, member, { now, erasesAddress: true }),
    ...membershipChanged(organization, left, now),
  ];
};

/**
 * The record of the person is kept without the address, so that a sign-in by the same identity still finds the
 * person.
 */
const forget = (person: Person | undefined): Change<'person'>[] =>
  person
    ? [{ change: 'update', record: 'person', id: { personId: person.personId }, set: { email: '' } }]
    : [];

/** Frees the names by which the directory of an organization finds the person. */
const freeNames = async (
  member: Member,
  { store }: DeletionPorts,
  now: string,
): Promise<Change<'directoryAlias'>[]> => {
  const { organizationId, personId } = member;
  const names = namesInDirectory(member);
  if (names.length === 0) return [];
  const aliases = await store.load(
    names.map((alias) => ({ record: 'directoryAlias' as const, id: { organizationId, alias } })),
    { consistent: true },
  );
  return aliases.flatMap((alias) => (alias?.personId === personId ? [forgetAlias(alias, now)] : []));
};

/** The changes of each organization, whether the person leaves it or left it before; that of the session is last. */
const changesOfEach = async (
  caller: Caller,
  { live, ended }: PersonMemberships,
  { ports, now }: { ports: DeletionPorts; now: string },
): Promise<Change<Writes>[][]> => {
  const changes: Change<Writes>[][] = [];
  for (const member of ended.filter(namesPerson))
    changes.push([forgetFormerMember(member), ...(await freeNames(member, ports, now))]);
  for (const membership of live.toReversed())
    changes.push([...leave(caller, membership, now), ...(await freeNames(membership.member, ports, now))]);
  return changes;
};

/**
 * Leaves every organization and removes the person's address, also where the person was a member before, and the names
 * that a directory gave. The organization of the session is left last, together with the address, so that an interrupted
 * call can be repeated.
 * @throws Problem conflict while the person is the last owner somewhere, or sign_in_refused for a session of an
 * organization's own issuer, which vouches for nobody elsewhere.
 */
export const deleteMe = async (caller: Caller, ports: DeletionPorts, now: Date): Promise<void> => {
  const { store } = ports;
  if (!spansOrganizations(caller))
    throw new Problem('sign_in_refused', {
      detail:
        'This session is limited to one organization. Leave it with DELETE /v1/members/{personId}, or sign in without its issuer.',
    });
  const memberships = await loadAllMemberships(caller, store);
  requireOtherOwners(memberships.live);
  const at = now.toISOString();
  const person = await store.get('person', { personId: caller.personId }, { consistent: true });
  const each = await changesOfEach(caller, memberships, { ports, now: at });
  const last = [...(each.pop() ?? []), ...forget(person)];
  const some: Change<Writes>[] = [];
  for (const changes of each) {
    if (some.length + changes.length > mostChanges) await commitOrThrow(store, some.splice(0));
    some.push(...changes);
  }
  if (some.length + last.length > mostChanges) await commitOrThrow(store, some.splice(0));
  await commitOrThrow(store, [...some, ...last]);
  for (const { organization } of memberships.live)
    await recheckOpenWaitsNow(organization.organizationId, ports, now);
};
