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

export interface ContinuedLedgers {
  counts: { continued: number; refused: number };
  /**
   * The ledgers that lacked signed seals and continue after a signed restoration, of this call or an earlier one; a
   * thousand at most.
   */
  continued: ContinuedLedger[];
  /** The ledgers that do not look as they did at the restored instant. Nothing was written about them. */
  refused: RefusedLedger[];
  /** Whether every pool was looked at: time was left, and no visit failed. Otherwise the call has to be repeated. */
  finished: boolean;
}

/** The most ledgers of each kind that an answer lists. */
const maxListed = 1_000;

/** The number of pools of each shard that are looked at concurrently. */
const poolsAtOnce = 8;

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

/**
 * Continues the ledgers of tables that were restored to an instant before signed seals: for each such pool it signs a
 * statement of the restoration, which supersedes the statements that the tables lack, and stores it in the locked bucket
 * (docs/adr/0142-restored-ledgers.md). A repeated call states nothing twice, and finishes what an interrupted one began.
 * @throws Problem conflict for an instant in the future.
 */
export const continueLedgers = async (
  { restoredTo }: { restoredTo: string },
  ports: ContinueLedgersPorts,
  { now, signal }: RunContext,
): Promise<ContinuedLedgers> => {
  const instant = new Date(restoredTo).toISOString();
  if (instant > now.toISOString())
    throw new Problem('conflict', { detail: 'The tables cannot have been restored to the future.' });
  const { store, log } = ports;
  const answer: ContinuedLedgers = {
    counts: { continued: 0, refused: 0 },
    continued: [],
    refused: [],
    finished: true,
  };
  const { counts, continued, refused } = answer;
  const visit = async (id: PoolId): Promise<void> => {
    const result = await retryOnConflict(limits.sealLedger, () => continuePool(id, instant, { ports, now }));
    if (!result) return;
    report(id, result, log);
    if ('refused' in result) {
      counts.refused++;
      if (refused.length < maxListed) refused.push({ ...id, refused: result.refused });
    } else {
      counts.continued++;
      if (continued.length < maxListed) continued.push(summary(result.stated));
    }
  };
  // One ledger that cannot be read now must not keep the others back.
  const failed: PoolId[] = [];
  const visitAll = async (ids: readonly PoolId[]): Promise<boolean> => {
    const visitOne = (id: PoolId): Promise<void> =>
      visit(id).catch((error: unknown) => {
        failed.push(id);
        log.error('a ledger could not be looked at', { ...id, ...errorFields(error) });
      });
    const isWhole = await runConcurrently(ids, { atOnce: poolsAtOnce, signal }, visitOne);
    answer.finished &&= isWhole;
    return isWhole;
  };
  await runConcurrently(queueShards, { atOnce: queueShards.length, signal }, async (shard) => {
    for await (const { items } of dueQueuePages(store, { record: 'pool', shard }))
      if (!(await visitAll(items))) return;
  });
  for (let visits = 1; visits < visitsOfFailed && failed.length > 0; visits++)
    await visitAll(failed.splice(0));
  answer.finished &&= failed.length === 0;
  return answer;
};
