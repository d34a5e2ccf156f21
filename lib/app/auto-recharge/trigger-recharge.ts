import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { isRechargeDue } from '@scangate/domain/credits/auto-recharge/decide-recharge';
import type { Instant } from '@scangate/domain/records';
import { poolNames, type PoolName } from '@scangate/domain/credits/credit-pool';
import { errorFields, type Log } from '#ports/log.ts';
import type { RechargeStarter } from '#ports/recharge-starter.ts';

export interface TriggerPorts {
  recharge: RechargeStarter;
  log: Log;
}

/** Starts the recharge of a pool. A failed start does not fail the caller: the hourly sweep starts it again. */
export const startRecharge = async (
  pool: { accountId: string; pool: PoolName },
  cause: string,
  { recharge, log }: TriggerPorts,
): Promise<void> => {
  try {
    await recharge.start(pool, cause);
  } catch (error) {
    log.warn('a recharge was not started; the sweep will start it', { ...pool, ...errorFields(error) });
  }
};

export interface Debit {
  /** The account as read before the debit. */
  state: BillingState;
  spent: Partial<Record<PoolName, number>>;
  /** Identifies the debit. */
  cause: string;
}

/** Starts a recharge of every pool that a debit left at or below its threshold. */
export const triggerRecharges = async (
  { state, spent, cause }: Debit,
  ports: TriggerPorts,
  now: Instant,
): Promise<void> => {
  const { accountId } = state.account;
  const low = poolNames.filter((pool) => {
    const debited = spent[pool] ?? 0;
    return debited > 0 && isRechargeDue(state, { pool, balance: state.pools[pool].available - debited }, now);
  });
  await Promise.all(low.map((pool) => startRecharge({ accountId, pool }, cause, ports)));
};
