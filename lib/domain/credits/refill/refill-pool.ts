import { queueShard } from '@scangate/domain/due-queue';
import type { Instant, LedgerEntry, Pool } from '@scangate/domain/records';
import { promotionalCredits, promotionsAfterRefill } from '@scangate/domain/promotions/promotional-credits';
import type { PoolName } from '../credit-pool.ts';
import { timeOfMonth, type Period } from '@scangate/domain/calendar';
import { supportField, unspentPurchased, unspentSupport } from '../purchased-credits.ts';

export interface Refill {
  pool: Pool;
  entries: LedgerEntry[];
}

/**
 * Refills a pool: unused included credits expire, the included credits of the next period are granted, and purchased
 * and promotional credits stay (docs/adr/0007-credit-pools.md). Both entries are keyed by the period, so that it is
 * refilled once.
 * @param next the period that begins, and the anchor from which it is counted.
 * @param now the time when the refill is written, which may be later.
 */
export const refillPool = (
  pool: Pool,
  { included, next }: { included: number; next: Period & { anchorAt: Instant } },
  now: Instant,
): Refill => {
  const purchased = unspentPurchased(pool);
  const promotional = promotionsAfterRefill(pool);
  const unused = pool.available - purchased - promotionalCredits(promotional);
  const {
    grantedLicenses: _granted,
    promotions: _spent,
    expiredPromotions: _expired,
    supportGranted: _support,
    ...rest
  } = pool;
  return {
    pool: {
      ...rest,
      ...promotional,
      ...supportField(unspentSupport(pool)),
      available: purchased + promotionalCredits(promotional) + included,
      included,
      purchased,
      consumed: 0,
      ...periodFields(next),
    },
    entries: refillEntries(pool, { unused, included, periodStartAt: next.startAt }, now),
  };
};

/** Makes the entries of a refill, each keyed by the period; an amount of 0 makes none. */
const refillEntries = (
  { accountId, pool }: Pool,
  { unused, included, periodStartAt }: { unused: number; included: number; periodStartAt: Instant },
  at: Instant,
): LedgerEntry[] => {
  const expired: LedgerEntry = {
    accountId,
    pool,
    at,
    cause: `expire#${periodStartAt}`,
    kind: 'expire',
    amount: -unused,
    source: 'unused_included',
  };
  const granted: LedgerEntry = {
    accountId,
    pool,
    at,
    cause: `refill#${periodStartAt}`,
    kind: 'grant',
    amount: included,
    source: 'refill',
  };
  return [...(unused > 0 ? [expired] : []), ...(included > 0 ? [granted] : [])];
};

const periodFields = ({ anchorAt, startAt, endAt }: Period & { anchorAt: Instant }) => ({
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
  ...periodFields(period),
  accountVersion: 1,
  dueQueue: queueShard('pool', accountId),
});
