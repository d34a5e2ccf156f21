import type { Pool, RechargeSettings } from '../records.ts';
import type { PoolName } from './credit-pool.ts';
import type { BillingState } from '../accounts/billing-state.ts';

export const alertStates = ['ok', 'low', 'empty'] as const;
export type AlertState = (typeof alertStates)[number];

/** A pool is low from here on, in percent of what its period includes. The source says no number. */
const lowPercent = 20;

/** Where auto-recharge is on, low is where it recharges; elsewhere a share of the period's credits is. */
const alertOf = (
  { available, included }: Pick<Pool, 'available' | 'included'>,
  settings: Pick<RechargeSettings, 'enabled' | 'threshold'> | undefined,
): AlertState => {
  if (available <= 0) return 'empty';
  const isLow = settings?.enabled
    ? available <= settings.threshold
    : available * 100 <= included * lowPercent;
  return isLow ? 'low' : 'ok';
};

/** What every member may know: the real plan, and whether credits run out. No amounts (spec, "Billing endpoints"). */
export const creditsAlertView = ({ account, pools }: BillingState) => {
  const state = (name: PoolName) => ({ state: alertOf(pools[name], account.autoRecharge[name]) });
  return { plan: account.plan, pools: { core: state('core'), sast: state('sast') } };
};
