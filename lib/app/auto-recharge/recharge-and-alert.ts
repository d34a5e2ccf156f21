import { withPool, type BillingState } from '@scangate/domain/accounts/billing-state';
import { isRechargeDue } from '@scangate/domain/credits/auto-recharge/decide-recharge';
import { poolNames, type PoolName } from '@scangate/domain/credits/credit-pool';
import { isLeased } from '@scangate/domain/credits/leases/pool-lease';
import { lowBalance } from '@scangate/domain/mail/reminders';
import type { Instant, Pool } from '@scangate/domain/records';
import { errorFields } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';
import { mailLowBalances } from '../mail/send-reminders.ts';
import { triggerRecharges, type Debit, type TriggerPorts } from './trigger-recharge.ts';

type FollowPorts = TriggerPorts & { store: Pick<Store<'pool' | 'mail'>, 'get' | 'commit'> };

const debited = (pool: Pool, amount: number): Pool => ({
  ...pool,
  available: pool.available - amount,
  consumed: pool.consumed + amount,
});

/**
 * Returns whether a balance may need a follow-up. Lent credits come on top, so that none is needed unless this says
 * so.
 */
const mayFollow = (state: BillingState, name: PoolName, now: Instant): boolean => {
  const { available: balance } = state.pools[name];
  return isRechargeDue(state, { pool: name, balance }, now) || lowBalance(state, name, now).length > 0;
};

/** Returns the account before a debit, with the whole balance of each busy pool that may have become low. */
const withWholeBalances = async (
  { state, spent }: Pick<Debit, 'state' | 'spent'>,
  store: FollowPorts['store'],
  now: Instant,
): Promise<BillingState> => {
  let whole = state;
  for (const name of poolNames) {
    const [pool, amount] = [state.pools[name], spent[name] ?? 0];
    if (amount === 0 || !isLeased(pool)) continue;
    if (!mayFollow(withPool(state, debited(pool, amount)), name, now)) continue;
    const { accountId } = pool;
    const after = await store.get('pool', { accountId, pool: name }, { consistent: true });
    if (!after) continue;
    const { available, consumed } = debited(after, -amount);
    whole = withPool(whole, { ...pool, available, consumed });
  }
  return whole;
};

/**
 * Starts the recharges, and emits the low balances, that follow from a debit. No failure here fails the debit.
 * @param debit the account as read before, where a busy pool may lack its lent credits.
 */
export const rechargeAndAlert = async (debit: Debit, ports: FollowPorts, now: Instant): Promise<void> => {
  try {
    const state = await withWholeBalances(debit, ports.store, now);
    const known = { ...debit, state };
    await Promise.all([triggerRecharges(known, ports, now), mailLowBalances(known, ports, now)]);
  } catch (error) {
    const { accountId } = debit.state.account;
    ports.log.warn('a balance could not be read; the sweeps will', { accountId, ...errorFields(error) });
  }
};
