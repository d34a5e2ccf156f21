import type { RecordKeys } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { queueShards } from '@scangate/domain/due-queue';
import { addMs } from '@scangate/domain/instant';
import { clockDifferenceMs, newestNumber, planRestoration } from '@scangate/domain/ledger/plan-restoration';
import {
  comparedThrough,
  statementDigest,
  type Restoration,
  type StatementsByNumber,
} from '@scangate/domain/ledger/restoration';
import { statementName } from '@scangate/domain/ledger/seal-statement';
import { Problem } from '@scangate/domain/problem';
import type { Instant, LedgerSeal } from '@scangate/domain/records';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';
import { errorFields, type Log } from '#ports/log.ts';
import type { StoreReader } from '#ports/store.ts';
import { dueQueuePages } from '../jobs/due-queue-pages.ts';
import { runConcurrently } from '../jobs/run-concurrently.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { findRestoration, keepStatement, readStatement, readStatements } from '../ledger/kept-statements.ts';
import { ledgerInOrder, newestSeal } from '../ledger/ledger-in-order.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

type PoolId = RecordKeys['pool'];

interface ContinueLedgersPorts {
  store: Pick<StoreReader, 'list' | 'listDue'>;
  sealStore: LedgerSealStore;
  log: Log;
}

interface ContinuedLedger extends Pick<
  Restoration,
  'accountId' | 'pool' | 'number' | 'continuesAfter' | 'balanceBefore' | 'balanceAfter'
> {
  superseded: number;
}

interface RefusedLedger extends PoolId {
  refused: string;
}

/** A page of the pools, which are listed shard by shard. */
export interface PoolPosition {
  shard: string;
  cursor?: string | undefined;
}

export interface ContinuedLedgers {
  counts: { continued: number; refused: number };
  /**
   * The ledgers that lacked signed seals and continue after a signed restoration, of this call or an earlier one with the same
   * pools.
   */
  continued: ContinuedLedger[];
  /** The ledgers that do not look as they did at the restored instant. Nothing was written about them. */
  refused: RefusedLedger[];
  /** Whether no pool is left. Otherwise the call has to be repeated from `next`. */
  finished: boolean;
  /** The pools that are left; also those of this call where one of them could not be read. */
  next?: PoolPosition;
}

/** The most pools of a call, to the end of their page: what it lists is read by a person. */
const poolsPerCall = 1_000;

/** The number of pools that are looked at concurrently. */
const poolsAtOnce = 64;

/** The number of visits to a pool whose visits fail. */
const visitsOfFailed = 3;

/** Thrown when another process stored a statement under the number. */
class StatementConflict extends Conflict {
  constructor() {
    super('another statement has this number');
  }
}

/** Reads what the restored tables have of the entries that the newest statement covers. */
const readEntries = async (
  id: PoolId,
  {
    newest,
    throughAt,
    restoredTo,
  }: { newest: LedgerSeal | undefined; throughAt: Instant; restoredTo: Instant },
  { store }: Pick<ContinueLedgersPorts, 'store'>,
) => {
  let balance = newest?.balance ?? 0;
  let hasLaterEntry = false;
  const from = addMs(restoredTo, clockDifferenceMs);
  for await (const { at, amount } of ledgerInOrder(store, id, { after: newest, through: throughAt })) {
    balance += amount;
    hasLaterEntry ||= at > from;
  }
  return { balance, hasLaterEntry };
};

/** Plans the restoration of a pool whose tables lack statements. */
const planOf = async (
  id: PoolId,
  found: { newest: LedgerSeal | undefined; statements: StatementsByNumber; restoredTo: Instant },
  { ports, now }: { ports: ContinueLedgersPorts; now: Date },
): Promise<Restoration | { refused: string }> => {
  const { newest, statements, restoredTo } = found;
  const last = statements.get(newestNumber(statements));
  const throughAt = last ? comparedThrough(last, newest) : '';
  const entries = await readEntries(id, { newest, throughAt, restoredTo }, ports);
  return planRestoration({ id, newest, statements, ...entries }, restoredTo, now.toISOString());
};

/** The restoration of a pool, by this call or an earlier one, or the reason why there is none. */
type Visited = { stated: Restoration; isNew: boolean } | { refused: string };

/**
 * States the restoration of a pool, once.
 * @returns undefined for a pool whose tables lack no signed seal.
 */
const continuePool = async (
  id: PoolId,
  restoredTo: Instant,
  { ports, now }: { ports: ContinueLedgersPorts; now: Date },
): Promise<Visited | undefined> => {
  const { store, sealStore } = ports;
  const newest = await newestSeal(store, id);
  const number = newest?.number ?? 0;
  if (!(await sealStore.read(statementName({ ...id, number: number + 1 })))) return undefined;
  const statements = await readStatements(id, Math.max(1, number), sealStore);
  if ('unsigned' in statements)
    return { refused: `statement ${statements.unsigned} is not signed by the key` };
  // A seal that was made in between is in the table before its statement is kept.
  if ((await newestSeal(store, id))?.number !== newest?.number) throw new StatementConflict();
  const stated = await findRestoration(newest, statements, { store });
  if (stated) return { stated, isNew: false };
  const planned = await planOf(id, { newest, statements, restoredTo }, { ports, now });
  if ('refused' in planned) return planned;
  await keepStatement(planned, sealStore);
  const kept = await readStatement(planned, sealStore);
  if (!kept || kept === 'unsigned' || statementDigest(kept) !== statementDigest(planned))
    throw new StatementConflict();
  return { stated: planned, isNew: true };
};

/** Logs a new restoration, or a refusal. */
const report = (id: PoolId, result: Visited, log: Log): void => {
  if ('refused' in result) {
    log.error('a restored ledger is not continued', { ...id, reason: result.refused });
    return log.metric('LedgersNotContinued', 1);
  }
  if (!result.isNew) return;
  const { number, restoredTo, continuesAfter, balanceBefore, balanceAfter } = result.stated;
  const facts = { number, restoredTo, continuesAfter, balanceBefore, balanceAfter };
  log.warn('a restored ledger is continued', { ...id, ...facts });
  log.metric('LedgersContinued', 1);
};

const summary = ({ superseded, ...restoration }: Restoration): ContinuedLedger => {
  const { accountId, pool, number, continuesAfter, balanceBefore, balanceAfter } = restoration;
  const facts = { accountId, pool, number, continuesAfter, balanceBefore, balanceAfter };
  return { ...facts, superseded: superseded.length };
};

/** Reads all pools from a position on, page by page. */
async function* poolPages(store: ContinueLedgersPorts['store'], from: PoolPosition) {
  for (const shard of queueShards.slice(queueShards.indexOf(from.shard))) {
    let cursor = shard === from.shard ? from.cursor : undefined;
    const range = cursor === undefined ? {} : { cursor };
    for await (const page of dueQueuePages(store, { record: 'pool', shard }, range)) {
      yield { at: { shard, ...(cursor !== undefined && { cursor }) }, ids: page.items };
      cursor = page.cursor;
    }
  }
}

interface Walk {
  from: PoolPosition;
  pools: number;
  store: ContinueLedgersPorts['store'];
  log: Log;
  signal: AbortSignal;
}

/**
 * Visits pools, and those again whose visit fails: one ledger that cannot be read now must not keep the others back.
 * @returns the position of the pools that are left.
 */
const visitPools = async (
  { from, pools, store, log, signal }: Walk,
  visit: (id: PoolId) => Promise<void>,
): Promise<PoolPosition | undefined> => {
  let failed: PoolId[] = [];
  const visitOne = (id: PoolId): Promise<void> =>
    visit(id).catch((error: unknown) => {
      failed.push(id);
      log.error('a ledger could not be looked at', { ...id, ...errorFields(error) });
    });
  const visitAll = (ids: readonly PoolId[]) =>
    runConcurrently(ids, { atOnce: poolsAtOnce, signal }, visitOne);
  const walk = async (): Promise<PoolPosition | undefined> => {
    let visited = 0;
    for await (const { at, ids } of poolPages(store, from)) {
      if (visited >= pools || !(await visitAll(ids))) return at;
      visited += ids.length;
    }
    return undefined;
  };
  const next = await walk();
  for (let visits = 1; visits < visitsOfFailed && failed.length > 0; visits++) {
    const again = failed;
    failed = [];
    if (!(await visitAll(again))) return from;
  }
  return failed.length > 0 ? from : next;
};

/**
 * Continues the ledgers of tables that were restored to an instant before signed seals: for each such pool it signs a
 * statement of the restoration, which supersedes the statements that the tables lack, and stores it in the locked bucket
 * (docs/adr/0142-restored-ledgers.md). A repeated call states nothing twice, and finishes what an interrupted one began.
 * @param input.from where an earlier call ended.
 * @throws Problem conflict for an instant in the future.
 */
export const continueLedgers = async (
  {
    restoredTo,
    from = { shard: queueShards[0] ?? '' },
    pools = poolsPerCall,
  }: { restoredTo: string; from?: PoolPosition | undefined; pools?: number | undefined },
  ports: ContinueLedgersPorts,
  { now, signal }: RunContext,
): Promise<ContinuedLedgers> => {
  const instant = new Date(restoredTo).toISOString();
  if (instant > now.toISOString())
    throw new Problem('conflict', { detail: 'The tables cannot have been restored to the future.' });
  const { store, log } = ports;
  const [continued, refused]: [ContinuedLedger[], RefusedLedger[]] = [[], []];
  const next = await visitPools({ from, pools, store, log, signal }, async (id) => {
    const result = await retryOnConflict(limits.sealLedger, () => continuePool(id, instant, { ports, now }));
    if (!result) return;
    report(id, result, log);
    if ('refused' in result) refused.push({ ...id, refused: result.refused });
    else continued.push(summary(result.stated));
  });
  return {
    counts: { continued: continued.length, refused: refused.length },
    continued,
    refused,
    finished: next === undefined,
    ...(next && { next }),
  };
};
