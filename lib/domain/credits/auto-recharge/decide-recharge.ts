import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { capabilitiesOf, hasSastAddon } from '@scangate/domain/plans/entitlements';
import type { Instant } from '@scangate/domain/records';
import { rechargeSettings } from './auto-recharge-settings.ts';
import type { PoolName } from '../credit-pool.ts';

/**
 * Returns whether a pool with this balance is to be recharged, judging by the account alone: auto-recharge is
 * enabled, the balance is at or below the threshold, the plan has `pay_as_you_go`, and nothing is unpaid. SAST also
 * needs the add-on.
 */
export const isRechargeDue = (
  { account }: Pick<BillingState, 'account'>,
  { pool, balance }: { pool: PoolName; balance: number },
  now: Instant,
): boolean => {
  const { enabled, threshold } = rechargeSettings(account, pool);
  if (!enabled || balance > threshold || account.unpaidInvoices.length > 0) return false;
  return (
    capabilitiesOf(account.plan).includes('pay_as_you_go') && (pool === 'core' || hasSastAddon(account, now))
  );
};
