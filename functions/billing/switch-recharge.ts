import {
  changeRecharge,
  rechargeSettings,
  type RechargeChange,
} from '../../lib/domain/billing/auto-recharge.ts';
import {
  asSwitched,
  newRecharge,
  rechargeChange,
  RechargeMoved,
  wantsRecharge,
} from '../../lib/domain/billing/recharge.ts';
import type { BillingState } from '../../lib/domain/billing/state.ts';
import { Transient } from '../../lib/domain/problem.ts';
import type { AuditEvent, Instant, Recharge } from '../../lib/domain/records.ts';
import type { PoolName } from '../../lib/domain/scans/scan-type.ts';
import type { RechargeStarter } from '../../lib/ports/recharge.ts';
import type { Store, StoreReader } from '../../lib/ports/store.ts';
import { changeAccount } from './change-account.ts';
import { startRecharge } from './trigger-recharge.ts';

type Records = 'account' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail' | 'recharge';
interface Ports {
  store: Pick<StoreReader<Records>, 'load'> & Pick<Store<Records>, 'commit'>;
  recharge: RechargeStarter;
}

export interface Switch {
  pool: PoolName;
  change: RechargeChange;
  ifMatch: string | undefined;
  /** Names the change, once. */
  cause: string;
  actor: AuditEvent['actor'];
}

const isListed = (known: Recharge): boolean => known.open !== undefined;

const attempts = 8;

const write = async (
  accountId: string,
  { pool, change, ifMatch, cause, actor }: Switch,
  { store }: Ports,
  now: Instant,
): Promise<BillingState> => {
  for (let tries = 0; tries < attempts; tries++) {
    const [row] = await store.load([{ record: 'recharge', id: { accountId, pool } }], { consistent: true });
    const also = ({ account, pools }: BillingState) => {
      const { enabled } = rechargeSettings(account, pool);
      const known = row ?? newRecharge(accountId, pool, pools[pool].periodStartAt);
      return isListed(known) === enabled ? [] : [rechargeChange(known, asSwitched(known, enabled, now))];
    };
    try {
      const rule = (state: BillingState) => changeRecharge(state, pool, change, ifMatch, cause, now);
      return await changeAccount(accountId, rule, store, now, actor, also);
    } catch (error) {
      if (!(error instanceof RechargeMoved)) throw error;
    }
  }
  throw new Transient('the recharge keeps changing');
};

/**
 * Changes a pool's auto-recharge settings. A pool that is low already is charged now, not after its next debit; so is one
 * whose run of failures the new settings end.
 */
export const switchRecharge = async (
  accountId: string,
  wanted: Switch,
  ports: Ports,
  now: Instant,
): Promise<BillingState> => {
  const { pool, cause } = wanted;
  const state = await write(accountId, wanted, ports, now);
  if (wantsRecharge(state, pool, state.pools[pool].available, now))
    await startRecharge({ accountId, pool }, cause, ports.recharge);
  return state;
};
