import { isRechargeDue } from '@scangate/domain/credits/auto-recharge-attempt';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import type { Instant } from '@scangate/domain/records';
import { poolNames, type PoolName } from '@scangate/engines/model/scan-type';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import { errorFields, log } from '#runtime/log.ts';

/** What cannot be started now is found by the hourly sweep: whoever asks does not fail for it. */
export const startRecharge = async (
  pool: { accountId: string; pool: PoolName },
  cause: string,
  recharge: RechargeStarter,
): Promise<void> =>
  recharge
    .start(pool, cause)
    .catch((error: unknown) =>
      log.warn('a recharge was not started; the sweep will', { ...pool, ...errorFields(error) }),
    );

/**
 * After a debit: has every pool recharged that it left at or below its threshold.
 * @param spent what was debited since the state was read.  @param cause names the debit.
 */
export const triggerRecharges = async (
  state: BillingState,
  spent: Partial<Record<PoolName, number>>,
  cause: string,
  recharge: RechargeStarter,
  now: Instant,
): Promise<void> => {
  const { accountId } = state.account;
  const low = poolNames.filter((pool) => {
    const debited = spent[pool] ?? 0;
    return debited > 0 && isRechargeDue(state, pool, state.pools[pool].available - debited, now);
  });
  await Promise.all(low.map((pool) => startRecharge({ accountId, pool }, cause, recharge)));
};
