import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { isRechargeDue } from '@scangate/domain/credits/auto-recharge/decide-recharge';
import {
  newRecharge,
  queueForSweep,
  rechargeChange,
} from '@scangate/domain/credits/auto-recharge/recharge-record';
import {
  changeRechargeSettings,
  rechargeSettings,
  type RechargeSettingsChange,
} from '@scangate/domain/credits/auto-recharge/auto-recharge-settings';
import type { AuditEvent, Instant } from '@scangate/domain/records';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import type { Log } from '#ports/log.ts';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import type { Store, StoreReader } from '#ports/store.ts';
import { changeLoadedAccount } from '../billing/change-account.ts';
import { loadAccount } from '../billing/load-account.ts';
import { startRecharge } from './trigger-recharge.ts';

type RechargeRecord = 'account' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail' | 'recharge';
interface AutoRechargePorts {
  store: Pick<StoreReader<RechargeRecord>, 'load'> & Pick<Store<RechargeRecord>, 'commit'>;
  recharge: RechargeStarter;
  log: Log;
}

export interface RechargeSettingsRequest {
  accountId: string;
  pool: PoolName;
  change: RechargeSettingsChange;
  ifMatch: string | undefined;
  /** Names the change, once. */
  cause: string;
  actor: AuditEvent['actor'];
  now: Instant;
}

const writeSettings = async (
  { accountId, pool, change, ifMatch, cause, actor, now }: RechargeSettingsRequest,
  { store }: AutoRechargePorts,
): Promise<BillingState> => {
  const load = async () => {
    const [recharge] = await store.load([{ record: 'recharge', id: { accountId, pool } }], {
      consistent: true,
    });
    return { state: await loadAccount(accountId, store), recharge };
  };
  const changed = await changeLoadedAccount(
    load,
    {
      rule: (state) => changeRechargeSettings(state, { pool, change, ifMatch, cause }, now),
      now,
      actor,
      also: ({ account, pools }, { recharge }) => {
        const { enabled } = rechargeSettings(account, pool);
        const known = recharge ?? newRecharge(accountId, pool, pools[pool].periodStartAt);
        const isQueued = known.dueQueue !== undefined;
        return isQueued === enabled ? [] : [rechargeChange(known, queueForSweep(known, enabled, now))];
      },
    },
    store,
  );
  if (!changed) throw new Error('the account was not loaded');
  return changed.state;
};

/**
 * Changes a pool's auto-recharge settings. A pool that is already low is recharged now rather than after its next
 * debit, and so is one whose streak of failures the new settings end.
 */
export const changeAutoRecharge = async (
  request: RechargeSettingsRequest,
  ports: AutoRechargePorts,
): Promise<BillingState> => {
  const { accountId, pool, cause, now } = request;
  const state = await writeSettings(request, ports);
  if (isRechargeDue(state, { pool, balance: state.pools[pool].available }, now))
    await startRecharge({ accountId, pool }, cause, ports);
  return state;
};
