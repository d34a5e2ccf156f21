import { actorOf } from '@scangate/domain/audit/audit-event';
import { hasListener } from '@scangate/domain/events/emit-event';
import { membershipChanged } from '@scangate/domain/events/emit/member';
import type { Change } from '@scangate/domain/record-changes';
import { removeMember } from '@scangate/domain/identity/members';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { Person } from '@scangate/domain/records';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { recheckOpenWaitsNow, type WaitRecheckStore } from '#app/scans/waiting/recheck-open-waits.ts';
import { loadMemberships, spansOrganizations, type Membership } from './load-memberships.ts';

type Writes =
  | 'person'
  | 'personOrganization'
  | 'member'
  | 'organization'
  | 'endedCredentials'
  | 'auditEvent'
  | 'storedEvent';

interface DeletionPorts {
  store: Pick<Store<Writes>, 'get' | 'list' | 'load' | 'commit'> & WaitRecheckStore;
  log: Log;
}

/** Each organization takes five changes, and six with a subscriber; a transaction takes a hundred. */
const mostAtOnce = (memberships: readonly Membership[]): number =>
  memberships.some(({ organization }) => hasListener(organization, 'member.removed')) ? 16 : 19;

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

/**
 * Leaves every organization and removes the person's address. The organization of the session is left last, together
 * with the address, so that an interrupted call can be repeated.
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
  const memberships = await loadMemberships(caller, store);
  requireOtherOwners(memberships);
  const at = now.toISOString();
  const person = await store.get('person', { personId: caller.personId }, { consistent: true });
  const [here, ...others] = memberships;
  const most = mostAtOnce(memberships);
  while (others.length >= most) {
    const some = others.splice(-most);
    await commitOrThrow(
      store,
      some.flatMap((membership) => leave(caller, membership, at)),
    );
  }
  const rest = here ? [here, ...others] : others;
  await commitOrThrow(store, [
    ...rest.flatMap((membership) => leave(caller, membership, at)),
    ...forget(person),
  ]);
  for (const { organization } of memberships)
    await recheckOpenWaitsNow(organization.organizationId, ports, now);
};
