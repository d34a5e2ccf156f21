import { addMs } from '@scangate/domain/instant';
import type { WaiterLease } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';

/** Bounds how many requests of one organization wait at once, so that waiting never starves creating. */
export const waitersPerOrganization = 5;

/** A lease outlives the wait by this much, for a holder that was interrupted. */
const graceMs = 15_000;

type LeaseStore = Pick<Store<'waiter'>, 'list' | 'commit'>;

interface LeaseRequest {
  organizationId: string;
  holder: string;
  timeoutMs: number;
}

/** Acquires one of the organization's waiter leases, or returns undefined when all are held. It expires by itself. */
export const acquireLease = async (
  { organizationId, holder, timeoutMs }: LeaseRequest,
  store: LeaseStore,
  now: Date,
): Promise<WaiterLease | undefined> => {
  const at = now.toISOString();
  const expiresAt = addMs(now, timeoutMs + graceMs);
  const { items } = await store.list('waiters', { organizationId });
  const held = new Set(items.filter((lease) => lease.expiresAt > at).map((lease) => lease.slot));
  for (let slot = 0; slot < waitersPerOrganization; slot++) {
    if (held.has(slot)) continue;
    const item: WaiterLease = { organizationId, slot, holder, expiresAt };
    // A slot that somebody else took meanwhile is not tried again: the next one is.
    const failedCondition = await store.commit([
      {
        change: 'insert',
        record: 'waiter',
        item,
        replaceIf: [{ field: 'expiresAt', is: 'atMost', value: at }],
      },
    ]);
    if (!failedCondition) return item;
  }
  return undefined;
};

/** Releases a lease, unless another holder has its slot by now. */
export const releaseLease = async (lease: WaiterLease, store: LeaseStore, now: Date): Promise<void> => {
  const { organizationId, slot, holder } = lease;
  await store.commit([
    {
      change: 'update',
      record: 'waiter',
      id: { organizationId, slot },
      set: { expiresAt: now.toISOString() },
      when: [{ field: 'holder', is: 'equal', value: holder }],
    },
  ]);
};
