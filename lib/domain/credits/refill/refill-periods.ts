import { withPool, type BillingOutcome, type BillingState } from '@scangate/domain/accounts/billing-state';
import { addMs } from '@scangate/domain/instant';
import { includedCredits } from './included-credits.ts';
import type { Instant, Pool } from '@scangate/domain/records';
import { periodAt, type Period } from '@scangate/domain/calendar';
import type { PoolName } from '../credit-pool.ts';
import { refillPool } from './refill-pool.ts';

const beginPeriod = (
  state: BillingState,
  { pool, next }: { pool: PoolName; next: Period & { anchorAt: Instant } },
  now: Instant,
): BillingOutcome => {
  const included = includedCredits(state.account, pool);
  const refilled = refillPool(state.pools[pool], { included, next }, now);
  return { state: withPool(state, refilled.pool), entries: refilled.entries, auditNotes: [] };
};

/** Refills a pool for the period after its current one, with the credits that are included now. */
export const refillNextPeriod = (state: BillingState, pool: PoolName, now: Instant): BillingOutcome => {
  const { anchorAt, periodEndAt } = state.pools[pool];
  return beginPeriod(state, { pool, next: { anchorAt, ...periodAt(anchorAt, periodEndAt) } }, now);
};

/** Ledger entries are keyed by the start of the period, so no two periods of a pool may start at the same instant. */
const startAfter = (pool: Pool, at: Instant): Instant =>
  at > pool.periodStartAt ? at : addMs(pool.periodStartAt, 1);

/**
 * Ends the current period of a pool early and restarts its periods with an anchor at this instant. If a later period
 * has begun already, that one ends, and the periods continue as if the restart had been on time.
 */
export const restartPeriods = (
  state: BillingState,
  { pool, at }: { pool: PoolName; at: Instant },
  now: Instant,
): BillingOutcome => {
  const startAt = startAfter(state.pools[pool], at);
  const next = { anchorAt: at, startAt, endAt: periodAt(at, startAt).endAt };
  return beginPeriod(state, { pool, next }, now);
};

/** Begins the period of a renewal. It keeps the anchor of the pool if the renewal falls on a period of that anchor. */
export const renewPeriod = (
  state: BillingState,
  { pool, at }: { pool: PoolName; at: Instant },
  now: Instant,
): BillingOutcome => {
  const { anchorAt, periodStartAt } = state.pools[pool];
  const period = periodAt(anchorAt, at);
  const keepsAnchor = period.startAt === at && at > periodStartAt;
  return keepsAnchor
    ? beginPeriod(state, { pool, next: { anchorAt, ...period } }, now)
    : restartPeriods(state, { pool, at }, now);
};
