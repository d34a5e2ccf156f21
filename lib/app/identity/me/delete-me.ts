import { actorIn } from '@scangate/domain/audit/audit-event';
import type { Caller } from '@scangate/domain/identity/caller';
import { forgottenName } from '@scangate/domain/offboarding/forgotten-person';
import { Problem } from '@scangate/domain/problem';
import type { Member } from '@scangate/domain/records';
import type { LockedBucket } from '#ports/evidence/ledger-seal-store.ts';
import type { Log } from '#ports/log.ts';
import { recheckOpenWaitsNow, type WaitRecheckStore } from '#app/scans/waiting/recheck-open-waits.ts';
import { forgetPerson, type ForgetStore } from './forget-person.ts';
import { isLastOwner, loadAllMemberships, spansOrganizations, type Membership } from './load-memberships.ts';

interface DeletionPorts {
  store: ForgetStore & WaitRecheckStore;
  lockedBucket: Pick<LockedBucket, 'keep'>;
  log: Log;
}

/** @throws Problem conflict, and names the organizations, while the person is the last owner of any. */
const requireOtherOwners = (memberships: readonly Membership[]): void => {
  const last = memberships.filter(isLastOwner);
  if (last.length === 0) return;
  throw new Problem('conflict', {
    detail: `You are the last owner of ${last.map(({ organization }) => organization.name).join(', ')}. Make somebody else an owner, or close the organization.`,
    organizationIds: last.map(({ organization }) => organization.organizationId),
  });
};

/**
 * Leaves every organization and removes the person's address, also where the person was a member before, and the names
 * that a directory gave. Before that the id is kept where no restore of the tables reaches, so that a restored address is removed
 * again. The organization of the session is left last, so that an interrupted call can be repeated.
 * @throws Problem conflict while the person is the last owner somewhere, or sign_in_refused for a session of an
 * organization's own issuer, which vouches for nobody elsewhere.
 */
export const deleteMe = async (caller: Caller, ports: DeletionPorts, now: Date): Promise<void> => {
  const { store, lockedBucket } = ports;
  if (!spansOrganizations(caller))
    throw new Problem('sign_in_refused', {
      detail:
        'This session is limited to one organization. Leave it with DELETE /v1/members/{personId}, or sign in without its issuer.',
    });
  const memberships = await loadAllMemberships(caller, store);
  requireOtherOwners(memberships.live);
  const { personId } = caller;
  const kept = { personId, forgottenAt: now.toISOString() };
  await lockedBucket.keep(forgottenName(kept), Buffer.from(JSON.stringify(kept)));
  const actorOf = ({ organizationId, role }: Member) => ({ ...actorIn(organizationId, caller), role });
  await forgetPerson({ personId, memberships, actorOf }, store, kept.forgottenAt);
  for (const { organization } of memberships.live)
    await recheckOpenWaitsNow(organization.organizationId, ports, now);
};
