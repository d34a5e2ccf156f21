import { membershipChanged } from '@scangate/domain/events/emit/member';
import type { Change } from '@scangate/domain/record-changes';
import {
  forgetAlias,
  forgetFormerMember,
  namesInDirectory,
  namesPerson,
} from '@scangate/domain/identity/forget-member';
import { removeMember } from '@scangate/domain/identity/members';
import type { AuditEvent, Instant, Member, Person } from '@scangate/domain/records';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { Membership, PersonMemberships } from './load-memberships.ts';

type Writes =
  | 'person'
  | 'personOrganization'
  | 'member'
  | 'directoryAlias'
  | 'organization'
  | 'endedCredentials'
  | 'auditEvent'
  | 'storedEvent';

export type ForgetStore = Pick<Store<Writes>, 'get' | 'list' | 'load' | 'commit'>;

/** The most changes of a transaction. */
const mostChanges = 100;

type ActorOf = (member: Member) => AuditEvent['actor'];

const leave = ({ member, organization }: Membership, actorOf: ActorOf, now: Instant): Change<Writes>[] => {
  const left = { before: member, after: { ...member, removedAt: now } };
  return [
    ...removeMember(actorOf(member), member, { now, erasesAddress: true }),
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
  store: ForgetStore,
  now: Instant,
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

interface Forgetting {
  personId: string;
  memberships: PersonMemberships;
  /** Who removes the person from an organization. */
  actorOf: ActorOf;
}

/** The changes of each organization, whether the person leaves it or left it before; the first live one is last. */
const changesOfEach = async (
  { memberships: { live, ended }, actorOf }: Forgetting,
  store: ForgetStore,
  now: Instant,
): Promise<Change<Writes>[][]> => {
  const changes: Change<Writes>[][] = [];
  for (const member of ended.filter(namesPerson))
    changes.push([forgetFormerMember(member), ...(await freeNames(member, store, now))]);
  for (const membership of live.toReversed())
    changes.push([...leave(membership, actorOf, now), ...(await freeNames(membership.member, store, now))]);
  return changes;
};

/**
 * Removes a person from organizations, and the address, also where the person was a member before, and the names that a
 * directory gave. The first organization is left last, together with the address, so that an interrupted call can be
 * repeated.
 */
export const forgetPerson = async (
  forgetting: Forgetting,
  store: ForgetStore,
  now: Instant,
): Promise<void> => {
  const { personId } = forgetting;
  const person = await store.get('person', { personId }, { consistent: true });
  const each = await changesOfEach(forgetting, store, now);
  const last = [...(each.pop() ?? []), ...forget(person)];
  const some: Change<Writes>[] = [];
  for (const changes of each) {
    if (some.length + changes.length > mostChanges) await commitOrThrow(store, some.splice(0));
    some.push(...changes);
  }
  if (some.length + last.length > mostChanges) await commitOrThrow(store, some.splice(0));
  if (some.length + last.length > 0) await commitOrThrow(store, [...some, ...last]);
};
