import type { PortsOf } from '../../lib/contract/ports-of.ts';
import { wantsRecharge } from '../../lib/domain/billing/recharge.ts';
import { openShards } from '../../lib/domain/open-index.ts';
import type { PoolName } from '../../lib/domain/scans/scan-type.ts';
import { errorFields, log } from '../../lib/runtime/log.ts';
import { step, type StepContext } from '../../lib/runtime/step.ts';
import { wireStore } from '../../lib/runtime/wire/store.ts';
import { wireRecharge } from '../../lib/runtime/wire/workflow.ts';
import { loadAccount } from '../billing/load-account.ts';
import { sweepRecharges } from './index.ts';
import { openPages } from './open-pages.ts';

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
  if (!known?.attempt && !wantsRecharge(state, pool, available, now.toISOString())) return false;
  await recharge.start({ accountId, pool }, causeAt(now, accountId));
  return true;
};

/** Starts what a lost trigger missed, and what a dead workflow left (billing.md, "Auto-recharge"). */
export const sweep = async (
  _event: unknown,
  ports: Ports,
  { now, signal }: StepContext,
): Promise<{ looked: number; started: number }> => {
  const found = { looked: 0, started: 0 };
  for (const shard of openShards) {
    for await (const { items } of openPages(ports.store, 'recharge', shard)) {
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

export const handler = step(sweepRecharges, { store: wireStore, recharge: wireRecharge }, sweep);
