import type { Pool, RechargeSettings } from '../records.ts';
import type { PoolName } from './credit-pool.ts';
import { paymentFailedSince } from '../payments/payment-hold.ts';
import type { BillingState } from '../accounts/billing-state.ts';

export const alertStates = ['ok', 'low', 'empty'] as const;
export type AlertState = (typeof alertStates)[number];

/** A pool is low at or below this percentage of its included credits. */
const lowPercent = 20;

/** With auto-recharge a pool is low at the recharge threshold, otherwise at a share of its included credits. */
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

/** Returns whether the credits of a pool are running out. */
export const poolAlert = ({ account, pools }: BillingState, name: PoolName): AlertState =>
  alertOf(pools[name], account.autoRecharge[name]);

/**
 * The view for every member: the plan, whether credits are running out and whether scans wait for a payment. It
 * contains no amounts.
 */
export const creditsAlertView = (billing: BillingState) => {
  const state = (name: PoolName) => ({ state: poolAlert(billing, name) });
  const since = paymentFailedSince(billing.account);
  return {
    plan: billing.account.plan,
    pools: { core: state('core'), sast: state('sast') },
    hold: since === undefined ? null : { reason: 'payment_failed' as const, since },
  };
};
