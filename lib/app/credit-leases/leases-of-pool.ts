import type { RecordKeys } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import {
  closeLease,
  heldByClosed,
  isLeased,
  returnLeases,
  wholePool,
  type Held,
  type LeasedPool,
} from '@scangate/domain/credits/leases/pool-lease';
import type { Instant, Pool, PoolLease } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

export type LeaseStore = Pick<Store<'pool' | 'poolLease'>, 'load' | 'get' | 'commit'>;

/** Thrown when the leases of a pool changed since they were read. */
export class LeaseConflict extends Conflict {
  constructor() {
    super('the leases of the pool changed since they were read');
  }
}

/** Reads the current leases of a pool, by slot. */
export const readLeases = async (
  { accountId, pool, leaseSlots }: LeasedPool,
  store: Pick<LeaseStore, 'load'>,
): Promise<PoolLease[]> => {
  const refs = Array.from(
    { length: leaseSlots },
    (_, slot) => ({ record: 'poolLease', id: { accountId, pool, slot } }) as const,
  );
  const found = await store.load(refs, { consistent: true });
  return found.filter((lease) => lease !== undefined);
};

/** Returns a pool with its leases, and reads it again when it was leased again meanwhile. */
export const readWhole = (stored: Pool, store: Pick<LeaseStore, 'load' | 'get'>): Promise<Pool> => {
  const { accountId, pool: name } = stored;
  return retryOnConflict(limits.leases, async (tryNumber) => {
    const pool =
      tryNumber === 1 ? stored : await store.get('pool', { accountId, pool: name }, { consistent: true });
    if (!pool) throw new Error(`the pool ${name} of the account is gone`);
    const whole = isLeased(pool) ? wholePool(pool, await readLeases(pool, store)) : pool;
    if (!whole) throw new LeaseConflict();
    return whole;
  });
};

/**
 * Closes the leases of a pool. From then on no debit is taken from them, until they are returned.
 * @returns the credits that they hold; undefined when the pool has other leases by now, or none.
 */
export const closeLeases = async (pool: LeasedPool, store: LeaseStore): Promise<Held | undefined> => {
  const read = await readLeases(pool, store);
  const held = heldByClosed(pool, read);
  if (held) return held;
  const open = read.filter(({ leaseId, isOpen }) => isOpen && leaseId === pool.leaseId);
  // A refused lease is already closed, or belongs to another loan.
  await Promise.all(open.map((lease) => store.commit([closeLease(lease)])));
  return heldByClosed(pool, await readLeases(pool, store));
};

/**
 * Closes the leases of a pool and returns the credits that they hold. If many processes run out at once, only the
 * one that closes the first lease does it.
 * @param isForced continues even if another process has begun and, apparently, died.
 */
export const takeLeasesBack = async (
  pool: LeasedPool,
  store: LeaseStore,
  { isForced = false, now }: { isForced?: boolean; now?: Instant | undefined } = {},
): Promise<void> => {
  const [first] = await readLeases(pool, store);
  if (first?.leaseId !== pool.leaseId) return;
  const isMine = first.isOpen && !(await store.commit([closeLease(first)]));
  if (!isMine && !isForced) return;
  const held = await closeLeases(pool, store);
  if (held) await store.commit([returnLeases(pool, held, now)]);
};

/** Reads a pool as stored, without its lent credits. */
export const readStored = (
  { accountId, pool }: RecordKeys['pool'],
  store: Pick<LeaseStore, 'get'>,
): Promise<Pool | undefined> => store.get('pool', { accountId, pool }, { consistent: true });
