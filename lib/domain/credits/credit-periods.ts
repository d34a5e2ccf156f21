import type { Account, Instant, Pool } from '../records.ts';
import type { PoolName } from './credit-pool.ts';
import { monthsBetween, periodAt, type Period } from './calendar.ts';
import { includedCredits } from '../plans/entitlements.ts';
import { refillPool } from './monthly-refill.ts';
import { withPool, type BillingState, type BillingOutcome } from '../accounts/billing-state.ts';

const begin = (
  state: BillingState,
  name: PoolName,
  next: Period & { anchorAt: Instant },
  now: Instant,
): BillingOutcome => {
  const refilled = refillPool(
    state.pools[name],
    { included: includedCredits(state.account, name), next },
    now,
  );
  return { state: withPool(state, refilled.pool), entries: refilled.entries, auditNotes: [] };
};

/** Refills a pool for the period after the one it is in, by what is included now. */
export const refillNextPeriod = (state: BillingState, name: PoolName, now: Instant): BillingOutcome => {
  const { anchorAt, periodEndAt } = state.pools[name];
  return begin(state, name, { anchorAt, ...periodAt(anchorAt, periodEndAt) }, now);
};

/** No two periods of a pool begin at the same instant: their entries would be taken for one another. */
const laterThan = (pool: Pool, at: Instant): Instant =>
  at > pool.periodStartAt ? at : new Date(Date.parse(pool.periodStartAt) + 1).toISOString();

/**
 * Ends the pool's period before its time and begins a new count, anchored at this instant. Heard of late, when a later
 * period has begun already, that one ends now and the new count goes on as if it had been heard of in time.
 */
export const restartPeriods = (
  state: BillingState,
  { pool: name, at }: { pool: PoolName; at: Instant },
  now: Instant,
): BillingOutcome => {
  const startAt = laterThan(state.pools[name], at);
  return begin(state, name, { anchorAt: at, startAt, endAt: periodAt(at, startAt).endAt }, now);
};

/** The period that begins with a renewal: counted from the same anchor as long as the renewal keeps to it. */
export const renewPeriod = (
  state: BillingState,
  { pool: name, at }: { pool: PoolName; at: Instant },
  now: Instant,
): BillingOutcome => {
  const { anchorAt, periodStartAt } = state.pools[name];
  const period = periodAt(anchorAt, at);
  const keepsToIt = period.startAt === at && at > periodStartAt;
  return keepsToIt
    ? begin(state, name, { anchorAt, ...period }, now)
    : restartPeriods(state, { pool: name, at }, now);
};

const monthsOf: Record<Account['interval'], number> = { month: 1, year: 12 };

/** The subscription's own period at an instant: what is paid at once, on yearly billing twelve credit periods. */
export const subscriptionPeriod = ({ account, pools }: BillingState, now: Instant): Period => {
  const { anchorAt } = pools.core;
  const { yearlyAnchorAt: yearlyFromAt } = account;
  const offset = yearlyFromAt === undefined ? 0 : monthsBetween(anchorAt, yearlyFromAt);
  return periodAt(anchorAt, now, {
    months: monthsOf[account.interval],
    offset: account.interval === 'year' ? offset : 0,
  });
};

/** When the subscription renews next, or ends. In the past while the renewal is unpaid. */
export const renewsAt = (state: BillingState, now: Instant): Instant =>
  state.account.paidUntilAt ?? state.account.endsAt ?? subscriptionPeriod(state, now).endAt;

/** The renewal that is still to come: what is chosen now can take effect there. One that waits to be paid is over. */
export const nextRenewalAt = (state: BillingState, now: Instant): Instant => {
  const at = renewsAt(state, now);
  return at > now ? at : subscriptionPeriod(state, now).endAt;
};
