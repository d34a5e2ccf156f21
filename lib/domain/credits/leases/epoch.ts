import type { Change, Condition } from '@scangate/domain/record-changes';
import type { Pool, PoolLease } from '@scangate/domain/records';

/**
 * The epoch is a version of a pool and of each of its leases. An audit of a pool in motion advances them, one after
 * another. Whatever moves credits requires the epoch of the item that it changes, and its ledger entry names it, so that
 * the entries of earlier epochs are exactly those before the advance (docs/adr/0150-pools-in-motion.md).
 */
export const firstEpoch = 0;

/** The condition that an item is in an epoch; undefined for one that never had one. */
export const inEpoch = (epoch: number | undefined): Condition<'epoch'> =>
  epoch === undefined ? { field: 'epoch', is: 'absent' } : { field: 'epoch', is: 'equal', value: epoch };

/**
 * Returns an entry that names the epoch of the pool or lease which the same transaction changes. An entry without one was
 * written by a release that knows none, or into a lease that such a release lent.
 */
export const nameEpoch = (
  { item, ...entry }: Extract<Change<'ledgerEntry'>, { change: 'insert' }>,
  epoch: number | undefined,
): Change<'ledgerEntry'> => ({ ...entry, item: { ...item, ...(epoch !== undefined && { epoch }) } });

/** A consistent snapshot of a pool in motion: its balance by all entries before an epoch, and by no others. */
export interface PoolSnapshot {
  epoch: number;
  balance: number;
}

/**
 * Returns the next epoch of a pool. It is an instant in milliseconds, so that it is a new one even if a restore
 * took the pool back to an earlier epoch.
 */
export const nextEpoch = ({ epoch = firstEpoch }: Pool, now: Date): number =>
  Math.max(epoch + 1, now.getTime());

/** The conditions that fields are as they were read. */
const unchanged = <T extends object, F extends keyof T & string>(
  item: T,
  fields: readonly F[],
): Condition<F>[] =>
  fields.map((field) => {
    const value = item[field] as string | number | undefined;
    return value === undefined ? { field, is: 'absent' } : { field, is: 'equal', value };
  });

/** Advances the epoch of a pool, if what it has and what it has lent are as they were read. */
export const advancePool = (pool: Pool, epoch: number): Change<'pool'> => ({
  change: 'update',
  record: 'pool',
  id: { accountId: pool.accountId, pool: pool.pool },
  set: { epoch },
  when: [inEpoch(pool.epoch), ...unchanged(pool, ['available', 'lent', 'leaseId'])],
});

/**
 * Advances a lease, open or closed, to the epoch of its pool, if its debits are as they were read.
 * @returns undefined when it was lent again since, or another audit advanced it.
 */
export const advanceLease = (
  lease: PoolLease,
  { leaseId, epoch }: { leaseId: string; epoch: number },
): Change<'poolLease'> | undefined => {
  if (lease.leaseId !== leaseId || (lease.epoch ?? firstEpoch) >= epoch) return undefined;
  const { accountId, pool, slot } = lease;
  return {
    change: 'update',
    record: 'poolLease',
    id: { accountId, pool, slot },
    set: { epoch },
    when: [inEpoch(lease.epoch), ...unchanged(lease, ['leaseId', 'consumed'])],
  };
};

/** Returns whether a change advances the epoch of a pool. It moves no credits and leaves the leases alone. */
export const isEpochAdvance = (change: Change): boolean =>
  change.record === 'pool' && change.change === 'update' && change.set?.epoch !== undefined;

/**
 * Adds up a pool and its leases, each as it was when its epoch advanced. Credits that were lent, filled or returned meanwhile are counted
 * once: such a move leaves the sum of what a pool has and has lent as it was, and the debits of a lease too.
 */
export const snapshotOf = (pool: Pool, leases: readonly PoolLease[], epoch: number): PoolSnapshot => ({
  epoch,
  balance: leases.reduce((sum, { consumed }) => sum - consumed, pool.available + (pool.lent ?? 0)),
});
