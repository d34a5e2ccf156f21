import type { Change, RecordKeys, Records } from '@scangate/domain/record-changes';
import { cutOf, nextEpoch, raiseLease, raisePool, type Cut } from '@scangate/domain/credits/leases/epoch';
import { isLeased } from '@scangate/domain/credits/leases/pool-lease';
import type { Pool, PoolLease } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { LeaseConflict } from './leases-of-pool.ts';

type CutStore = Pick<Store<'pool' | 'poolLease'>, 'load' | 'get' | 'commit'>;

/**
 * Raises one item, which is read again when it changed since.
 * @returns the item as it was raised; undefined when there is nothing to raise.
 */
const raise = <T extends Records['pool' | 'poolLease']>(
  read: () => Promise<T | undefined>,
  raised: (item: T) => Change<'pool' | 'poolLease'> | undefined,
  store: CutStore,
): Promise<T | undefined> =>
  retryOnConflict(limits.raiseEpoch, async () => {
    const item = await read();
    const change = item && raised(item);
    if (!change) return undefined;
    if (await store.commit([change])) throw new LeaseConflict();
    return item;
  });

/**
 * Raises the epoch of a pool, and then of the leases of its present loan. What is raised may be debited at once, and a raise
 * that was cut off is harmless: the next one goes beyond it.
 * @returns the cut; undefined when the loan ended meanwhile, or another audit raised a lease.
 */
export const takeCut = async (
  id: RecordKeys['pool'],
  store: CutStore,
  now: Date,
): Promise<Cut | undefined> => {
  const readPool = async (): Promise<Pool | undefined> =>
    (await store.load([{ record: 'pool', id }], { consistent: true, withoutLent: true }))[0];
  const pool = await raise(readPool, (read) => raisePool(read, nextEpoch(read, now)), store);
  if (!pool) return undefined;
  const epoch = nextEpoch(pool, now);
  const { leaseId, leaseSlots } = isLeased(pool) ? pool : { leaseId: '', leaseSlots: 0 };
  const leases = await Promise.all(
    Array.from({ length: leaseSlots }, (_, slot) =>
      raise(
        () => store.get('poolLease', { ...id, slot }, { consistent: true }),
        (lease: PoolLease) => raiseLease(lease, { leaseId, epoch }),
        store,
      ),
    ),
  );
  const raised = leases.filter((lease) => lease !== undefined);
  return raised.length === leaseSlots ? cutOf(pool, raised, epoch) : undefined;
};
