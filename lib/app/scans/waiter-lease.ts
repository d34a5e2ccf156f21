import { addMs } from '@scangate/domain/instant';
import type { WaiterLease } from '@scangate/domain/records';
import { listAll, type Store } from '#ports/store.ts';

/** Bounds how many requests of one organization wait at once, so that waiting never starves creating. */
export const waitersPerOrganization = 100;
/** People who look at scans have slots of their own, so that they take none from pipelines. */
export const sessionWaitersPerOrganization = 20;

/** A lease outlives the wait by this much, for a holder that was interrupted. */
const graceMs = 15_000;

type LeaseStore = Pick<Store<'waiter'>, 'list' | 'commit'>;

interface LeaseRequest {
  organizationId: string;
  /** A new UUID. */
  holder: string;
  timeoutMs: number;
  isSession?: boolean;
}

/** The slots of sessions follow those of tokens. */
const slotsOf = (isSession: boolean): number[] =>
  isSession
    ? Array.from({ length: sessionWaitersPerOrganization }, (_, index) => waitersPerOrganization + index)
    : Array.from({ length: waitersPerOrganization }, (_, index) => index);

/** Begins at a place that follows from the holder, so that waiters that come at once do not try the same slots. */
const inOrderOf = (holder: string, slots: readonly number[]): number[] => {
  if (slots.length === 0) return [];
  const start = Number.parseInt(holder.replaceAll('-', '').slice(-8), 16) % slots.length || 0;
  return [...slots.slice(start), ...slots.slice(0, start)];
};

/** Acquires one of the organization's waiter leases, or returns undefined when all are held. It expires by itself. */
export const acquireLease = async (
  { organizationId, holder, timeoutMs, isSession = false }: LeaseRequest,
  store: LeaseStore,
  now: Date,
): Promise<WaiterLease | undefined> => {
  const at = now.toISOString();
  const expiresAt = addMs(now, timeoutMs + graceMs);
  const leases = await Array.fromAsync(listAll(store, { list: 'waiters', owner: { organizationId } }));
  const held = new Set(leases.filter((lease) => lease.expiresAt > at).map((lease) => lease.slot));
  const free = slotsOf(isSession).filter((slot) => !held.has(slot));
  for (const slot of inOrderOf(holder, free)) {
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
