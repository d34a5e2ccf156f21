import type { Instant, LicenseMonth, Recharge } from '../records.ts';
import type { PoolName } from './credit-pool.ts';
import { rechargeSettings } from './auto-recharge-settings.ts';
import { rechargeStatus } from '../accounts/upcoming.ts';
import { licenseLimit } from '../plans/entitlements.ts';
import { monthOf } from '../licenses/claim-license.ts';
import type { BillingState } from '../accounts/billing-state.ts';

const dayMs = 86_400_000;

/** Credits a day since the period began; of less than a day nothing can be said. */
const dailyRate = (consumed: number, since: Instant, now: Instant): number | undefined => {
  const elapsedMs = Date.parse(now) - Date.parse(since);
  return elapsedMs < dayMs ? undefined : (consumed * dayMs) / elapsedMs;
};

/** Whole days until a balance comes down to a threshold; 0 where it is there, undefined where it never will. */
const daysUntil = (available: number, threshold: number, rate: number | undefined): number | undefined => {
  if (available <= threshold) return 0;
  return rate === undefined || rate === 0 ? undefined : Math.floor((available - threshold) / rate);
};

const poolForecast = (state: BillingState, name: PoolName, recharge: Recharge | undefined, now: Instant) => {
  const { available, consumed, periodStartAt, periodEndAt } = state.pools[name];
  const settings = rechargeSettings(state.account, name);
  const threshold = settings.enabled ? settings.threshold : 0;
  const rate = dailyRate(consumed, periodStartAt, now);
  const { packs } = rechargeStatus(state, name, recharge);
  return {
    threshold,
    creditsPerDay: rate === undefined ? null : Math.round(rate * 100) / 100,
    daysToThreshold: daysUntil(available, threshold, rate) ?? null,
    packsLeft: settings.enabled ? Math.max(0, settings.monthlyCap - packs) : null,
    periodEndsAt: periodEndAt,
  };
};

/** The first instant of the next calendar month, UTC. */
const monthEndOf = (now: Instant): Instant => {
  const at = new Date(now);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)).toISOString();
};

/**
 * How long what there is will last, at the rate of the credit period that is under way. What cannot be known is null.
 * @param state as of now.
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
      core: poolForecast(state, 'core', recharges.core, now),
      sast: poolForecast(state, 'sast', recharges.sast, now),
    },
    licenses: {
      left: limit === null ? null : Math.max(0, limit - (licenseMonth?.used ?? 0)),
      month: monthOf(now),
      monthEndsAt: monthEndOf(now),
    },
  };
};
