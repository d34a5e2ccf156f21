import type { PortsOf } from '#contract/ports-of.ts';
import { isRechargeDue } from '@scangate/domain/credits/auto-recharge-attempt';
import { queueShards } from '@scangate/domain/due-queue';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import { errorFields, log } from '#runtime/log.ts';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireRechargeStarter } from '#runtime/wire/workflow.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import { sweepRecharges } from '../index.ts';
import { dueQueuePages } from '#app/jobs/due-queue-pages.ts';

type Ports = PortsOf<(typeof sweepRecharges)['needs']>;

interface PoolRef {
  accountId: string;
  pool: PoolName;
}

/** One start per hour and pool, however often this runs: an execution of the same name is there once. */
const causeAt = (now: Date, accountId: string): string => `${accountId}-${now.toISOString().slice(0, 13)}`;

const look = async (
  { accountId, pool }: PoolRef,
  { store, recharge }: Ports,
  now: Date,
): Promise<boolean> => {
  const [[known], state] = await Promise.all([
    store.load([{ record: 'recharge', id: { accountId, pool } }] as const),
    loadAccount(accountId, store),
  ]);
  const { available } = state.pools[pool];
  // An attempt under way that nobody brings to an end is one whose workflow died.
  if (!known?.attempt && !isRechargeDue(state, { pool, balance: available }, now.toISOString())) return false;
  await recharge.start({ accountId, pool }, causeAt(now, accountId));
  return true;
};

/** Starts what a lost trigger missed, and what a dead workflow left (billing.md, "Auto-recharge"). */
export const startMissedRecharges = async (
  _event: unknown,
  ports: Ports,
  { now, signal }: TaskContext,
): Promise<{ looked: number; started: number }> => {
  const found = { looked: 0, started: 0 };
  for (const shard of queueShards) {
    for await (const { items } of dueQueuePages(ports.store, 'recharge', shard)) {
      for (const ref of items) {
        if (signal.aborted) return found;
        found.looked++;
        const isStarted = await look(ref, ports, now).catch((error: unknown) => {
          log.error('a pool could not be looked at', { ...ref, ...errorFields(error) });
          return false;
        });
        if (isStarted) found.started++;
      }
    }
  }
  return found;
};

export const handler = task(
  sweepRecharges,
  { store: wireStore, recharge: wireRechargeStarter },
  startMissedRecharges,
);
