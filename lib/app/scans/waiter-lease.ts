import type { WaiterLease } from '@scangate/domain/records';
import { instantAfter } from '@scangate/domain/instant';
import type { Store } from '#ports/store.ts';

/** How many may wait at once in one organization, so that waiting never starves creating. */
export const waitersPerOrganization = 5;

/** Grace after the wait's own time-out, for a holder that was cut off. */
const graceMs = 15_000;

type Leases = Pick<Store<'waiter'>, 'list' | 'commit'>;

/** A place among the organization's waiters, or undefined when all are taken. It frees itself after the wait. */
export const acquireLease = async (
  store: Leases,
  wait: { organizationId: string; holder: string; timeoutMs: number },
  now: Date,
): Promise<WaiterLease | undefined> => {
  const { organizationId, holder } = wait;
  const at = now.toISOString();
  const { items } = await store.list('waiters', { organizationId });
  const taken = new Set(items.filter((lease) => lease.expiresAt > at).map((lease) => lease.slot));
  for (let slot = 0; slot < waitersPerOrganization; slot++) {
    if (taken.has(slot)) continue;
    const item: WaiterLease = {
      organizationId,
      slot,
      holder,
      expiresAt: instantAfter(now, wait.timeoutMs + graceMs),
    };
    const refusal = await store.commit([
      {
        change: 'insert',
        record: 'waiter',
        item,
        replaceIf: [{ field: 'expiresAt', is: 'atMost', value: at }],
      },
    ]);
    if (!refusal) return item;
  }
  return undefined;
};

/** Gives the place back, unless it is somebody else's by now. */
export const releaseLease = async (store: Leases, lease: WaiterLease, now: Date): Promise<void> => {
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
