import type { Change, RecordKeys, Records } from '@scangate/domain/record-changes';
import {
  snapshotOf,
  nextEpoch,
  advanceLease,
  advancePool,
  type PoolSnapshot,
} from '@scangate/domain/credits/leases/epoch';
import { isLeased } from '@scangate/domain/credits/leases/pool-lease';
import type { Pool, PoolLease } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { LeaseConflict } from './leases-of-pool.ts';

type SnapshotStore = Pick<Store<'pool' | 'poolLease'>, 'load' | 'get' | 'commit'>;

/**
 * Advances the epoch of one item, which is read again when it changed since.
 * @returns the item as it was then; undefined when there is nothing to advance.
 */
const advance = <T extends Records['pool' | 'poolLease']>(
  read: () => Promise<T | undefined>,
  advanced: (item: T) => Change<'pool' | 'poolLease'> | undefined,
  store: SnapshotStore,
): Promise<T | undefined> =>
  retryOnConflict(limits.advanceEpoch, async () => {
    const item = await read();
    const change = item && advanced(item);
    if (!change) return undefined;
    if (await store.commit([change])) throw new LeaseConflict();
    return item;
  });

/**
 * Takes a consistent snapshot of a pool: advances the epoch of the pool, and then of the leases of its present loan, each of
 * which may be debited at once afterwards. A run that was cut off is harmless: the next one goes beyond it.
 * @returns undefined when the loan ended meanwhile, or another audit advanced a lease.
 */
export const snapshotPool = async (
  id: RecordKeys['pool'],
  store: SnapshotStore,
  now: Date,
): Promise<PoolSnapshot | undefined> => {
  const readPool = async (): Promise<Pool | undefined> =>
    (await store.load([{ record: 'pool', id }], { consistent: true, withoutLent: true }))[0];
  const pool = await advance(readPool, (read) => advancePool(read, nextEpoch(read, now)), store);
  if (!pool) return undefined;
  const epoch = nextEpoch(pool, now);
  const { leaseId, leaseSlots } = isLeased(pool) ? pool : { leaseId: '', leaseSlots: 0 };
  const leases = await Promise.all(
    Array.from({ length: leaseSlots }, (_, slot) =>
      advance(
        () => store.get('poolLease', { ...id, slot }, { consistent: true }),
        (lease: PoolLease) => advanceLease(lease, { leaseId, epoch }),
        store,
      ),
    ),
  );
  const advanced = leases.filter((lease) => lease !== undefined);
  return advanced.length === leaseSlots ? snapshotOf(pool, advanced, epoch) : undefined;
};
