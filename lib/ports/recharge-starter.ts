import type { PoolName } from '@scangate/domain/credits/credit-pool';

/** The workflow that recharges a pool and tries again after failures. Starting it once more for one cause is success. */
export interface RechargeStarter {
  /** @param cause names why, for this account and pool: a scan, a run of the sweep, a change of settings. */
  start(pool: { accountId: string; pool: PoolName }, cause: string): Promise<void>;
}
