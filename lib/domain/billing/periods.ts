import type { Account, Instant, Pool } from '../records.ts';
import type { PoolName } from '../scans/scan-type.ts';
import { monthsAfter, monthsBetween, periodAt, type Period } from './calendar.ts';
import { allotmentOf } from './entitlements.ts';
import { refillPool } from './refill.ts';
import { withPool, type BillingState, type Outcome } from './state.ts';

const begin = (
  state: BillingState,
  name: PoolName,
  next: Period & { anchorAt: Instant },
  now: Instant,
): Outcome => {
  const refilled = refillPool(state.pools[name], allotmentOf(state.account, name), next, now);
  return { state: withPool(state, refilled.pool), entries: refilled.entries, notes: [] };
};

/** Refills a pool for the period after the one it is in, by what is included now. */
export const nextPeriod = (state: BillingState, name: PoolName, now: Instant): Outcome => {
  const { anchorAt, periodEndAt } = state.pools[name];
  return begin(state, name, { anchorAt, ...periodAt(anchorAt, periodEndAt) }, now);
};

/** No two periods of a pool begin at the same instant: their entries would be taken for one another. */
const laterThan = (pool: Pool, at: Instant): Instant =>
  at > pool.periodStartAt ? at : new Date(Date.parse(pool.periodStartAt) + 1).toISOString();

/** Ends the pool's period before its time and begins the first of a new count, anchored at this instant. */
export const startPeriod = (state: BillingState, name: PoolName, at: Instant, now: Instant): Outcome => {
  const anchorAt = laterThan(state.pools[name], at);
  return begin(state, name, { anchorAt, startAt: anchorAt, endAt: monthsAfter(anchorAt, 1) }, now);
};

/** The period that begins with a renewal: counted from the same anchor as long as the renewal keeps to it. */
export const renewPeriod = (state: BillingState, name: PoolName, at: Instant, now: Instant): Outcome =>
  at === state.pools[name].periodEndAt ? nextPeriod(state, name, now) : startPeriod(state, name, at, now);

const monthsOf: Record<Account['interval'], number> = { month: 1, year: 12 };

/** The subscription's own period at an instant: what is paid at once, on yearly billing twelve credit periods. */
export const subscriptionPeriod = ({ account, pools }: BillingState, now: Instant): Period => {
  const { anchorAt } = pools.core;
  const { yearlyFromAt } = account;
  const offset = yearlyFromAt === undefined ? 0 : monthsBetween(anchorAt, yearlyFromAt);
  return periodAt(anchorAt, now, monthsOf[account.interval], account.interval === 'year' ? offset : 0);
};

/** When the subscription renews next, or ends. */
export const renewsAt = (state: BillingState, now: Instant): Instant =>
  state.account.paidUntilAt ?? state.account.endsAt ?? subscriptionPeriod(state, now).endAt;
