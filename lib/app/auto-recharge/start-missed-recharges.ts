import { isRechargeDue } from '@scangate/domain/credits/auto-recharge/decide-recharge';
import { hourOf } from '@scangate/domain/instant';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import type { Log } from '#ports/log.ts';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import type { StoreReader } from '#ports/store.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { workThroughQueue } from '../jobs/work-through-queue.ts';
import { loadAccount } from '../billing/load-account.ts';

export interface MissedRechargePorts {
  store: Pick<StoreReader<'account' | 'pool' | 'recharge'>, 'load' | 'listDue'>;
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
  const [[stored], state] = await Promise.all([
    store.load([{ record: 'recharge', id: { accountId, pool } }] as const),
    loadAccount(accountId, store),
  ]);
  const { available } = state.pools[pool];
  // An attempt that stays incomplete belongs to a workflow that died.
  if (!stored?.attempt && !isRechargeDue(state, { pool, balance: available }, now.toISOString()))
    return false;
  await recharge.start({ accountId, pool }, hourlyCause(now, accountId));
  return true;
};

/**
 * Starts the recharges whose trigger was lost, and continues attempts whose workflow died
 * (docs/adr/0011-auto-recharge.md).
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
