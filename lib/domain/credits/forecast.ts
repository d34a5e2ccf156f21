import { dayMs } from '../instant.ts';
import type { Instant, LicenseMonth, Recharge } from '../records.ts';
import { periodAt } from '../calendar.ts';
import type { PoolName } from './credit-pool.ts';
import { rechargeSettings } from './auto-recharge/auto-recharge-settings.ts';
import { consumedInPeriod } from '../promotions/promotional-credits.ts';
import { rechargeStatus } from './auto-recharge/recharge-record.ts';
import { licenseLimit } from '../plans/entitlements.ts';
import { monthOf } from '../licenses/claim-license.ts';
import type { BillingState } from '../accounts/billing-state.ts';

/** Returns the credits spent per day since the period began; undefined within its first day. */
const dailyRate = (consumed: number, since: Instant, now: Instant): number | undefined => {
  const elapsedMs = Date.parse(now) - Date.parse(since);
  return elapsedMs < dayMs ? undefined : (consumed * dayMs) / elapsedMs;
};

/** Returns the whole days until a balance falls to a threshold: 0 when it already has, undefined when it never will. */
const daysUntil = (available: number, threshold: number, rate: number | undefined): number | undefined => {
  if (available <= threshold) return 0;
  return rate === undefined || rate === 0 ? undefined : Math.floor((available - threshold) / rate);
};

const poolForecast = (
  state: BillingState,
  { pool, recharge }: { pool: PoolName; recharge: Recharge | undefined },
  now: Instant,
) => {
  const { available, anchorAt, periodStartAt, periodEndAt } = state.pools[pool];
  const settings = rechargeSettings(state.account, pool);
  const threshold = settings.enabled ? settings.threshold : 0;
  const rate = dailyRate(consumedInPeriod(state.pools[pool]), periodStartAt, now);
  const { packs } = rechargeStatus(state, pool, recharge);
  return {
    threshold,
    creditsPerDay: rate === undefined ? null : Math.round(rate * 100) / 100,
    daysToThreshold: daysUntil(available, threshold, rate) ?? null,
    packsLeft: settings.enabled ? Math.max(0, settings.monthlyCap - packs) : null,
    // A pool that waits for a payment, or has nothing to refill, keeps its last period.
    periodEndsAt: periodEndAt > now ? periodEndAt : periodAt(anchorAt, now).endAt,
  };
};

/** The first instant of the next calendar month, in UTC. */
const monthEndOf = (now: Instant): Instant => {
  const at = new Date(now);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)).toISOString();
};

/**
 * Forecasts how long credits and licenses last, at the rate of the current credit period. An unknown value is null.
 * @param state after its due renewals.
 */
export const creditForecast = (
  state: BillingState,
  {
    recharges,
    licenseMonth,
  }: {
    recharges: Partial<Record<PoolName, Recharge>>;
    licenseMonth: Pick<LicenseMonth, 'used'> | undefined;
  },
  now: Instant,
) => {
  const limit = licenseLimit(state.account, now);
  return {
    pools: {
      core: poolForecast(state, { pool: 'core', recharge: recharges.core }, now),
      sast: poolForecast(state, { pool: 'sast', recharge: recharges.sast }, now),
    },
    licenses: {
      left: limit === null ? null : Math.max(0, limit - (licenseMonth?.used ?? 0)),
      month: monthOf(now),
      monthEndsAt: monthEndOf(now),
    },
  };
};
