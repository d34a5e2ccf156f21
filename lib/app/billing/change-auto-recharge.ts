import {
  changeRechargeSettings,
  rechargeSettings,
  type RechargeSettingsChange,
} from '@scangate/domain/credits/auto-recharge-settings';
import {
  queueForSweep,
  newRecharge,
  rechargeChange,
  RechargeConflict,
  isRechargeDue,
} from '@scangate/domain/credits/auto-recharge-attempt';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { Transient } from '@scangate/domain/problem';
import type { AuditEvent, Instant, Recharge } from '@scangate/domain/records';
import type { PoolName } from '@scangate/engines/model/scan-type';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import type { Store, StoreReader } from '#ports/store.ts';
import { changeAccount } from './change-account.ts';
import { startRecharge } from './trigger-recharge.ts';

type Records = 'account' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail' | 'recharge';
interface Ports {
  store: Pick<StoreReader<Records>, 'load'> & Pick<Store<Records>, 'commit'>;
  recharge: RechargeStarter;
}

export interface RechargeSettingsRequest {
  pool: PoolName;
  change: RechargeSettingsChange;
  ifMatch: string | undefined;
  /** Names the change, once. */
  cause: string;
  actor: AuditEvent['actor'];
}

const isListed = (known: Recharge): boolean => known.dueQueue !== undefined;

const attempts = 8;

const write = async (
  accountId: string,
  { pool, change, ifMatch, cause, actor }: RechargeSettingsRequest,
  { store }: Ports,
  now: Instant,
): Promise<BillingState> => {
  for (let tries = 0; tries < attempts; tries++) {
    const [row] = await store.load([{ record: 'recharge', id: { accountId, pool } }], { consistent: true });
    const also = ({ account, pools }: BillingState) => {
      const { enabled } = rechargeSettings(account, pool);
      const known = row ?? newRecharge(accountId, pool, pools[pool].periodStartAt);
      return isListed(known) === enabled ? [] : [rechargeChange(known, queueForSweep(known, enabled, now))];
    };
    try {
      const rule = (state: BillingState) => changeRechargeSettings(state, pool, change, ifMatch, cause, now);
      return await changeAccount(accountId, rule, store, now, actor, also);
    } catch (error) {
      if (!(error instanceof RechargeConflict)) throw error;
    }
  }
  throw new Transient('the recharge keeps changing');
};

/**
 * Changes a pool's auto-recharge settings. A pool that is low already is charged now, not after its next debit; so is one
 * whose run of failures the new settings end.
 */
export const changeAutoRecharge = async (
  accountId: string,
  wanted: RechargeSettingsRequest,
  ports: Ports,
  now: Instant,
): Promise<BillingState> => {
  const { pool, cause } = wanted;
  const state = await write(accountId, wanted, ports, now);
  if (isRechargeDue(state, pool, state.pools[pool].available, now))
    await startRecharge({ accountId, pool }, cause, ports.recharge);
  return state;
};
