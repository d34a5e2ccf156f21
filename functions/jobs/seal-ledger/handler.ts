import type { PortsOf } from '#contract/ports-of.ts';
import { sealEntries, sealDelayMs, maxSegmentEntries } from '@scangate/domain/ledger/seal-ledger';
import type { RecordKeys } from '@scangate/domain/change';
import { instantAfter } from '@scangate/domain/instant';
import type { Instant, LedgerEntry, LedgerSeal, Pool } from '@scangate/domain/records';
import { sleep } from '#runtime/ids.ts';
import { log, emitMetric } from '#runtime/log.ts';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { renewAccount } from '#app/billing/change-account.ts';
import { ledgerInOrder, newestSeal } from '#app/billing/ledger-in-order.ts';
import { walkDaily, type WalkResult } from '#app/jobs/daily-walk.ts';
import { sealLedger } from '../index.ts';

type Ports = PortsOf<(typeof sealLedger)['needs']>;
type PoolId = RecordKeys['pool'];

/** The index by time is a moment behind the pool; so a difference is looked at again before it counts. */
const looks = 3;
const lookDelayMs = 2_000;

const amounts = ['available', 'included', 'purchased', 'consumed', 'periodStartAt'] as const;

const hasMoved = (before: Pool, afterwards: Pool | undefined): boolean =>
  amounts.some((field) => before[field] !== afterwards?.[field]);

/** How far a pool is from the sum of its entries; undefined when it moved while they were summed. */
const driftOf = async (pool: Pool, { store }: Pick<Ports, 'store'>): Promise<number | undefined> => {
  const id = { accountId: pool.accountId, pool: pool.pool };
  const last = await newestSeal(store, id);
  let sum = last?.balance ?? 0;
  for await (const { amount } of ledgerInOrder(store, id, last)) sum += amount;
  const afterwards = await store.get('pool', id, { consistent: true });
  return hasMoved(pool, afterwards) ? undefined : pool.available - sum;
};

/** Whether a pool and its ledger agree, as far as that can be told while it is in use. */
const addsUp = async (id: PoolId, ports: Pick<Ports, 'store'>, pause: typeof sleep): Promise<boolean> => {
  let drift: number | undefined;
  for (let look = 0; look < looks; look++) {
    if (look > 0) await pause(lookDelayMs);
    const pool = await ports.store.get('pool', id, { consistent: true });
    drift = pool && (await driftOf(pool, ports));
    if (!drift) return true;
  }
  log.error('a pool and its ledger disagree', { ...id, drift });
  emitMetric('LedgerDrift', 1);
  return false;
};

/** The next entries to be sealed, a segment's worth at most. */
const nextEntries = async (
  id: PoolId,
  last: LedgerSeal | undefined,
  through: Instant,
  { store }: Pick<Ports, 'store'>,
): Promise<LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  for await (const entry of ledgerInOrder(store, id, last, through)) {
    entries.push(entry);
    if (entries.length === maxSegmentEntries) break;
  }
  return entries;
};

/** Seals what is old enough, segment after segment. Of two runs one puts a seal, and the other goes on behind it. */
const sealOld = async (
  id: PoolId,
  { store }: Pick<Ports, 'store'>,
  { now, signal }: Pick<TaskContext, 'now' | 'signal'>,
): Promise<void> => {
  const through = instantAfter(now, -sealDelayMs);
  let last = await newestSeal(store, id);
  for (;;) {
    signal.throwIfAborted();
    const entries = await nextEntries(id, last, through, { store });
    if (entries.length === 0) return;
    const seal = sealEntries(id, { last, entries }, now.toISOString());
    const refusal = await store.commit([{ change: 'insert', record: 'ledgerSeal', item: seal }]);
    last = refusal ? await newestSeal(store, id) : seal;
  }
};

/**
 * Looks after one pool: renews its account where nobody did, holds the balance against the ledger, and seals. What
 * does not add up is not sealed before somebody has looked at it.
 */
export const sealPool = async (
  id: PoolId,
  ports: Pick<Ports, 'store'>,
  context: Pick<TaskContext, 'now' | 'signal'>,
  pause = sleep,
): Promise<void> => {
  const { store } = ports;
  const now = context.now.toISOString();
  const pool = await store.get('pool', id);
  if (pool && pool.periodEndAt <= now) await renewAccount(id.accountId, store, now);
  if (await addsUp(id, ports, pause)) await sealOld(id, ports, context);
};

export const sealLedgers = (_event: unknown, ports: Ports, context: TaskContext): Promise<WalkResult> =>
  walkDaily('seal-ledger', 'pool', (id) => sealPool(id, ports, context), ports.store, context);

export const handler = task(sealLedger, { store: wireStore }, sealLedgers);
