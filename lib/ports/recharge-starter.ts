import type { PoolName } from '@scangate/domain/credits/credit-pool';

/**
 * Starts the workflow that recharges a pool and retries after failures. A second start with the same cause does
 * nothing.
 */
export interface RechargeStarter {
  /** @param cause identifies the reason for this account and pool: a scan, a run of the sweep, a change of settings. */
  start(pool: { accountId: string; pool: PoolName }, cause: string): Promise<void>;
}
