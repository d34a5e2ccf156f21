import { isRechargeDue } from '@scangate/domain/credits/auto-recharge/decide-recharge';
import { mayBeCharged } from '@scangate/domain/payments/payer';
import { isCapReached } from '@scangate/domain/credits/auto-recharge/recharge-record';
import { hourOf } from '@scangate/domain/instant';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import type { Log } from '#ports/log.ts';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import type { StoreReader } from '#ports/store.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { workThroughQueue } from '../jobs/work-through-queue.ts';
import { billingState, changedRefs } from '../billing/load-account.ts';

export interface MissedRechargePorts {
  store: Pick<StoreReader<'account' | 'pool' | 'recharge' | 'organization'>, 'load' | 'listDue'>;
  recharge: RechargeStarter;
  log: Log;
}

interface PoolRef {
  accountId: string;
  pool: PoolName;
}

/** One start per hour and pool: execution names are unique. */
const hourlyCause = (now: Date, accountId: string): string => `${accountId}-${hourOf(now.toISOString())}`;

const startIfMissed = async (
  { accountId, pool }: PoolRef,
  { store, recharge }: MissedRechargePorts,
  now: Date,
): Promise<boolean> => {
  const refs = [{ record: 'recharge', id: { accountId, pool } }, ...changedRefs(accountId)] as const;
  const [stored, account, core, sast, payer] = await store.load(refs, { consistent: true });
  const state = billingState(account, core, sast);
  const { available } = state.pools[pool];
  const at = now.toISOString();
  const isDue = mayBeCharged(payer) && isRechargeDue(state, { pool, balance: available }, at);
  const isUsedUp = stored !== undefined && isCapReached(state, stored, at);
  // An attempt that stays incomplete belongs to a workflow that died.
  if (!stored?.attempt && (!isDue || isUsedUp)) return false;
  await recharge.start({ accountId, pool }, hourlyCause(now, accountId));
  return true;
};

/**
 * Starts the recharges whose trigger was lost, and continues attempts whose workflow died. A pool whose cap is reached
 * waits for its next credit period, and an organization that is closing for its restoration (docs/adr/0011-auto-recharge.md).
 */
export const startMissedRecharges = async (
  ports: MissedRechargePorts,
  { now, signal }: RunContext,
): Promise<{ examined: number; started: number }> => {
  let started = 0;
  const work = async (ref: PoolRef): Promise<void> => {
    if (await startIfMissed(ref, ports, now)) started++;
  };
  const { examined } = await workThroughQueue({ record: 'recharge', atOnce: 4, work }, ports, signal);
  return { examined, started };
};
