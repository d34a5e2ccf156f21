import { deleteMe } from '#app/identity/me/delete-me.ts';
import { forgetAgain } from '#app/operator/forget-again.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import type { DrillAccount } from './drill-account.ts';
import type { DrillBuckets } from './drill-buckets.ts';
import { removedPerson } from './drill-data.ts';
import { quietLog, rowsThatName } from './erase-restored.ts';

interface Forgetting {
  account: DrillAccount;
  sealStore: DrillBuckets['sealStore'];
  now: Date;
}

/** Removes the address of a person, as the person does who is signed in to the organization. */
export const removeAddress = async (
  organizationId: string,
  { account: { store }, sealStore, now }: Forgetting,
): Promise<void> => {
  const { personId } = removedPerson;
  const caller: Caller = {
    organizationId,
    billingAccountId: organizationId,
    personId,
    role: 'member',
    plan: 'Team',
    tokenKind: 'session',
    tokenId: 'drill',
    tokenHash: 'drill',
    scopes: [],
  };
  await deleteMe(caller, { store, lockedBucket: sealStore, log: quietLog }, now);
};

/**
 * Removes the addresses again that were removed after the backup (docs/runbook/restoring.md).
 * @returns the people, and the number of rows that still have the address.
 */
export const forgetRestored = async (
  restoredTo: string,
  { account, sealStore, now }: Forgetting,
): Promise<{ people: string[]; left: number }> => {
  const { people } = await forgetAgain({ restoredTo }, { store: account.store, sealStore }, now);
  return { people, left: await rowsThatName([removedPerson.email], account) };
};
