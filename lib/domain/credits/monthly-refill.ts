import { queueShard } from '../due-queue.ts';
import type { Instant, LedgerEntry, Pool } from '../records.ts';
import type { PoolName } from './credit-pool.ts';
import { timeOfMonth, type Period } from './calendar.ts';

export interface Refill {
  pool: Pool;
  entries: LedgerEntry[];
}

/** Bought credits that are left at the end of a period: included ones are spent first, without bookkeeping per debit. */
export const unspentPurchased = (pool: Pick<Pool, 'included' | 'purchased' | 'consumed'>): number =>
  pool.purchased - Math.max(0, pool.consumed - pool.included);

/**
 * The pool at the start of its next period: unused included credits expire, the new allotment is granted, bought
 * credits stay (billing.md, "A pool is one item"). Each of the two entries is keyed by the period, so that a period is
 * refilled once whoever does it.
 * @param next the period that begins, and the anchor it is counted from.
 * @param now when it is done, which may be later.
 */
export const refillPool = (
  pool: Pool,
  { included, next }: { included: number; next: Period & { anchorAt: Instant } },
  now: Instant,
): Refill => {
  const purchased = unspentPurchased(pool);
  const unused = pool.available - purchased;
  const { accountId, pool: name } = pool;
  const booked = { accountId, pool: name, at: now } as const;
  const { grantedLicenses: _granted, ...rest } = pool;
  return {
    pool: {
      ...rest,
      available: purchased + included,
      included,
      purchased,
      consumed: 0,
      ...periodOf(next),
    },
    entries: [
      ...(unused > 0
        ? [
            {
              ...booked,
              cause: `expire#${next.startAt}`,
              kind: 'expire' as const,
              amount: -unused,
              source: 'unused_included',
            },
          ]
        : []),
      ...(included > 0
        ? [
            {
              ...booked,
              cause: `refill#${next.startAt}`,
              kind: 'grant' as const,
              amount: included,
              source: 'refill',
            },
          ]
        : []),
    ],
  };
};

const periodOf = ({ anchorAt, startAt, endAt }: Period & { anchorAt: Instant }) => ({
  anchorAt,
  periodStartAt: startAt,
  periodEndAt: endAt,
  dueAt: timeOfMonth(anchorAt),
});

/** A pool that was never refilled. */
export const emptyPool = (
  accountId: string,
  pool: PoolName,
  period: Period & { anchorAt: Instant },
): Pool => ({
  accountId,
  pool,
  available: 0,
  included: 0,
  purchased: 0,
  consumed: 0,
  ...periodOf(period),
  accountVersion: 1,
  dueQueue: queueShard('pool', accountId),
});
