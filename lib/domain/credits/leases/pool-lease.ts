import type { Change } from '@scangate/domain/record-changes';
import { addMs, minuteMs } from '@scangate/domain/instant';
import type { Instant, Pool, PoolLease } from '@scangate/domain/records';
import { firstEpoch, inEpoch } from './epoch.ts';

/** The bounds of the lending of a busy pool (docs/adr/0099-pool-leases.md). */
export interface LeasePolicy {
  slots: number;
  /** The limit of credits that are lent to a lease at once. */
  most: number;
}

/**
 * A transaction holds an item for about 20 ms, so that with 400 debits a second each of 32 items is held a quarter
 * of the time.
 */
export const leasePolicy: LeasePolicy = { slots: 32, most: 128 };

/** A pool with fewer credits per lease lends nothing. */
const leastPerLease = 2;

/** Leases that are refilled sooner than this rate of debits would require are kept; the others end after their term. */
const busyPerSecond = 5;
const termMs = 5 * minuteMs;

type LeaseFields = 'leaseId' | 'leaseSlots' | 'leasedUntil' | 'lent';
export type LeasedPool = Pool & Required<Pick<Pool, LeaseFields>>;
export const leaseFields = ['leaseId', 'leaseSlots', 'leasedUntil', 'lent'] as const satisfies LeaseFields[];

/** Returns whether parts of a pool are lent. */
export const isLeased = (pool: Pool | undefined): pool is LeasedPool => pool?.leaseId !== undefined;

/** The credits that leases hold, and the debits that they took. */
export interface Held {
  leaseId: string;
  available: number;
  consumed: number;
}

const sumOf = (leases: readonly PoolLease[], field: 'available' | 'consumed'): number =>
  leases.reduce((sum, lease) => sum + lease[field], 0);

/** Returns whether all leases of a pool were read, all of one loan. */
const areAll = (pool: LeasedPool, leases: readonly PoolLease[]): boolean =>
  leases.length === pool.leaseSlots && leases.every(({ leaseId }) => leaseId === pool.leaseId);

/** The sums of closed leases, which are final. Undefined while one is open, or when the pool was leased again meanwhile. */
export const heldByClosed = (pool: LeasedPool, leases: readonly PoolLease[]): Held | undefined =>
  areAll(pool, leases) && leases.every(({ isOpen }) => !isOpen)
    ? { leaseId: pool.leaseId, available: sumOf(leases, 'available'), consumed: sumOf(leases, 'consumed') }
    : undefined;

/**
 * Returns the pool as if it had lent nothing. Credits that move between pool and lease while both are read are
 * counted once, because the difference between lent and debited credits does not depend on the move. Undefined when
 * the pool was leased again meanwhile.
 */
export const wholePool = (stored: LeasedPool, leases: readonly PoolLease[]): Pool | undefined => {
  if (!areAll(stored, leases)) return undefined;
  const consumed = sumOf(leases, 'consumed');
  const { leaseId: _id, leaseSlots: _slots, leasedUntil: _until, lent, ...pool } = stored;
  return {
    ...pool,
    available: pool.available + lent - consumed,
    consumed: pool.consumed + consumed,
  };
};

/** Half of the remaining credits of a pool are lent at once, in equal parts. */
const partOf = (available: number, { slots, most }: LeasePolicy): number =>
  Math.min(most, Math.floor(available / (2 * slots)));

/** The fewest credits that refill an exhausted lease, so that the last credits of a pool are not lent one by one. */
const leastFill = 8;

/** Returns whether a pool has enough to lend. */
export const mayLend = ({ available }: Pool, { slots }: LeasePolicy): boolean =>
  available >= leastPerLease * slots;

/** Lends credits of a pool without leases. It is refused when another process lends first, or an audit advanced its epoch. */
export const lend = (
  pool: Pool,
  { leaseId, policy, now }: { leaseId: string; policy: LeasePolicy; now: Instant },
): Change<'pool' | 'poolLease'>[] => {
  const { slots } = policy;
  const part = partOf(pool.available, policy);
  const { accountId, pool: name, epoch } = pool;
  const lent = slots * part;
  return [
    {
      change: 'update',
      record: 'pool',
      id: { accountId, pool: name },
      add: { available: -lent },
      floor: { available: lent },
      set: { leaseId, leaseSlots: slots, leasedUntil: addMs(new Date(now), termMs), lent },
      when: [{ field: 'leaseId', is: 'absent' }, inEpoch(epoch)],
    },
    ...Array.from({ length: slots }, (_, slot): Change<'poolLease'> => ({
      change: 'insert',
      record: 'poolLease',
      item: {
        accountId,
        pool: name,
        slot,
        leaseId,
        isOpen: true,
        available: part,
        consumed: 0,
        filled: part,
        filledAt: now,
        epoch: epoch ?? firstEpoch,
      },
      // Replaces the leases of an earlier loan, which was returned.
      replaceIf: [{ field: 'leaseId', is: 'present' }],
    })),
  ];
};

const isBusy = ({ filled, filledAt }: PoolLease, slots: number, now: Instant): boolean => {
  const elapsedMs = Math.max(1, Date.parse(now) - Date.parse(filledAt));
  return (filled * slots * 1_000) / elapsedMs >= busyPerSecond;
};

/** The condition that this lease is still open. */
export const whenOpen = (leaseId: string) =>
  [
    { field: 'leaseId', is: 'equal', value: leaseId },
    { field: 'isOpen', is: 'equal', value: true },
  ] as const;

/** Lends more credits to an exhausted lease. Undefined when the rest of the pool does not suffice. */
export const fillLease = (
  pool: LeasedPool,
  { lease, needed, policy }: { lease: PoolLease; needed: number; policy: LeasePolicy },
  now: Instant,
): Change<'pool' | 'poolLease'>[] | undefined => {
  const { accountId, pool: name, leaseId, leaseSlots } = pool;
  const lacking = needed - lease.available;
  const wanted = Math.max(lacking, partOf(pool.available, policy), leastFill);
  const amount = Math.min(wanted, pool.available);
  if (amount < lacking || amount <= 0) return undefined;
  const leasedUntil = addMs(new Date(now), termMs);
  return [
    {
      change: 'update',
      record: 'pool',
      id: { accountId, pool: name },
      add: { available: -amount, lent: amount },
      floor: { available: amount },
      ...(isBusy(lease, leaseSlots, now) && { set: { leasedUntil } }),
      when: [{ field: 'leaseId', is: 'equal', value: leaseId }],
    },
    {
      change: 'update',
      record: 'poolLease',
      id: { accountId, pool: name, slot: lease.slot },
      add: { available: amount },
      set: { filled: amount, filledAt: now },
      when: [...whenOpen(leaseId)],
    },
  ];
};

/** Closes a lease, so that its sums are final. */
export const closeLease = ({ accountId, pool, slot, leaseId }: PoolLease): Change<'poolLease'> => ({
  change: 'update',
  record: 'poolLease',
  id: { accountId, pool, slot },
  set: { isOpen: false },
  when: [...whenOpen(leaseId)],
});

/** Represents an unknown instant, which never counts as long ago. */
export const unknownInstant: Instant = '9999-12-31T23:59:59.999Z';

/**
 * Returns the credits of closed leases to their pool.
 * @param now the time of the debit that takes them back, if it is one.
 */
export const returnLeases = (
  { accountId, pool }: Pick<Pool, 'accountId' | 'pool'>,
  { leaseId, available, consumed }: Held,
  now: Instant = unknownInstant,
): Change<'pool'> => ({
  change: 'update',
  record: 'pool',
  id: { accountId, pool },
  add: { available, consumed },
  set: { debitedAt: now },
  unset: [...leaseFields],
  when: [{ field: 'leaseId', is: 'equal', value: leaseId }],
});
