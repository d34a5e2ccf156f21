import type { Change } from '@scangate/domain/record-changes';
import { addMs } from '@scangate/domain/instant';
import type { Instant, WaiterLease } from '@scangate/domain/records';
import { sha256 } from '@scangate/engines/model/digest';
import { listAll, type Store } from '#ports/store.ts';

/** The limit of concurrent waits of one organization, so that waiting never starves creating. */
export const waitersPerOrganization = 100;
/** People who follow scans have slots of their own, one per session, so that they take none from pipelines. */
export const sessionWaitersPerOrganization = 20;

/** A lease outlives the wait by this much, in case its holder was interrupted. */
const graceMs = 15_000;

type LeaseStore = Pick<Store<'waiter'>, 'list' | 'commit'>;

interface LeaseRequest {
  organizationId: string;
  /** The scan that it waits for. */
  scanId: string;
  /** The row that it looks at in place of the scan. */
  dedup?: WaiterLease['dedup'];
  /** A new UUID. */
  holder: string;
  timeoutMs: number;
  /** The session that waits; absent for a token. */
  sessionId?: string | undefined;
}

/** A lease, and the record by which its session cannot have another one. */
export type HeldLease = WaiterLease & { sessionSlot?: number };

/** After the slots of waiters, every session has a slot of its own. */
const sessionSlotOf = (sessionId: string): number =>
  waitersPerOrganization +
  sessionWaitersPerOrganization +
  Number.parseInt(sha256(sessionId).slice(0, 12), 16);

/** The slots of sessions follow those of tokens. */
const slotsOf = (isSession: boolean): number[] =>
  isSession
    ? Array.from({ length: sessionWaitersPerOrganization }, (_, index) => waitersPerOrganization + index)
    : Array.from({ length: waitersPerOrganization }, (_, index) => index);

/** Begins at a slot that is derived from the holder, so that simultaneous waiters do not try the same slots. */
const inOrderOf = (holder: string, slots: readonly number[]): number[] => {
  if (slots.length === 0) return [];
  const start = Number.parseInt(holder.replaceAll('-', '').slice(-8), 16) % slots.length || 0;
  return [...slots.slice(start), ...slots.slice(0, start)];
};

const occupy = (item: WaiterLease, at: Instant): Change<'waiter'> => ({
  change: 'insert',
  record: 'waiter',
  item,
  replaceIf: [{ field: 'expiresAt', is: 'atMost', value: at }],
});

/**
 * Acquires one of the organization's waiter leases, or returns undefined when all are held, or the session already
 * holds one. It expires by itself.
 */
export const acquireLease = async (
  { organizationId, scanId, dedup, holder, timeoutMs, sessionId }: LeaseRequest,
  store: LeaseStore,
  now: Date,
): Promise<HeldLease | undefined> => {
  const at = now.toISOString();
  const sessionSlot = sessionId === undefined ? undefined : sessionSlotOf(sessionId);
  const lease = { organizationId, holder, expiresAt: addMs(now, timeoutMs + graceMs) };
  const followed = { scanId, ...(dedup && { dedup }) };
  const [first] = inOrderOf(holder, slotsOf(false));
  // Few slots are held at a time, so that a token rarely needs to read which.
  if (sessionSlot === undefined && first !== undefined) {
    if (!(await store.commit([occupy({ ...lease, ...followed, slot: first }, at)])))
      return { ...lease, slot: first };
  }
  const leases = await Array.fromAsync(listAll(store, { list: 'waiters', owner: { organizationId } }));
  const held = new Set(leases.filter((one) => one.expiresAt > at).map((one) => one.slot));
  if (sessionSlot !== undefined && held.has(sessionSlot)) return undefined;
  const tried = sessionSlot === undefined ? first : undefined;
  const free = slotsOf(sessionSlot !== undefined).filter((slot) => slot !== tried && !held.has(slot));
  const ofSession = sessionSlot === undefined ? [] : [occupy({ ...lease, slot: sessionSlot }, at)];
  for (const slot of inOrderOf(holder, free)) {
    // If a slot was taken meanwhile, the next one is tried.
    const failed = await store.commit([...ofSession, occupy({ ...lease, ...followed, slot }, at)]);
    if (!failed) return { ...lease, slot, ...(sessionSlot !== undefined && { sessionSlot }) };
    if (failed.change === ofSession[0]) return undefined;
  }
  return undefined;
};

/** Releases a lease, unless another holder has its slot by now. */
export const releaseLease = async (
  { organizationId, slot, sessionSlot, holder }: HeldLease,
  store: LeaseStore,
  now: Date,
): Promise<void> => {
  for (const each of sessionSlot === undefined ? [slot] : [slot, sessionSlot])
    await store.commit([
      {
        change: 'update',
        record: 'waiter',
        id: { organizationId, slot: each },
        set: { expiresAt: now.toISOString() },
        when: [{ field: 'holder', is: 'equal', value: holder }],
      },
    ]);
};
