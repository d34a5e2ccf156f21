import type { RecordKeys } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { addMs, minuteMs } from '@scangate/domain/instant';
import { maxSegmentEntries, sealDelayMs, sealEntries } from '@scangate/domain/ledger/seal-ledger';
import { nextPromotionExpiry } from '@scangate/domain/promotions/promotional-credits';
import type { Instant, LedgerEntry, LedgerSeal, Pool } from '@scangate/domain/records';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, type Store, type StoreReader } from '#ports/store.ts';
import type { Timer } from '#ports/timer.ts';
import { processDaily, type DailyResult } from '../jobs/process-daily.ts';
import type { RunContext } from '../jobs/run-context.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { renewAccount } from '../billing/change-account.ts';
import { nextNumber, type KeptStatements } from './kept-statements.ts';
import { ledgerInOrder, newestSeal } from './ledger-in-order.ts';
import { signLedgerSeals, type SignSealsPorts } from './sign-ledger-seals.ts';

type PoolId = RecordKeys['pool'];
type SealWrite =
  | 'account'
  | 'pool'
  | 'ledgerEntry'
  | 'auditEvent'
  | 'mail'
  | 'ledgerSeal'
  | 'jobPosition'
  | 'storedEvent';

export interface SealPorts {
  store: Pick<StoreReader, 'get' | 'load' | 'list' | 'listDue'> & Pick<Store<SealWrite>, 'commit'>;
  /** The signed statements, which say whether the table has the whole chain. */
  sealStore: KeptStatements;
  timer: Timer;
  log: Log;
}

/** Thrown when another run wrote the seal of this number. */
class SealConflict extends Conflict {
  constructor() {
    super('another run has sealed this segment');
  }
}

/** The index by time lags slightly behind the pool, so a difference is checked again before it counts. */
const driftChecks = 3;
const driftCheckDelayMs = 2_000;
/** A pool that changed while it was summed is read again: a busy one now and then rests for the time of a short sum. */
const motionsAwaited = 20;
const motionDelayMs = 100;
/**
 * Entries of this age rarely get company, so they are summed once for all tries. A check that misses one is
 * repeated.
 */
const settledAfterMs = 5 * minuteMs;

/** A segment waits for a signature and for the bucket of statements; the job holds one segment for each visit. */
const poolsAtOnce = 8;

const balanceFields = ['available', 'included', 'purchased', 'consumed', 'periodStartAt'] as const;

const hasChanged = (before: Pool, afterwards: Pool | undefined): boolean =>
  balanceFields.some((field) => before[field] !== afterwards?.[field]);

/** The result of reading a pool with its ledger. */
interface Audit {
  /** The balance less the sum of the entries; undefined when the pool changed during each sum. */
  drift: number | undefined;
  /** The newest seal, after which the entries were read. */
  after: LedgerSeal | undefined;
  /** Whether any of these entries is old enough to be sealed. */
  hasOldEntries: boolean;
}

/**
 * Compares a pool with its ledger, repeatedly while it changes, so that both are compared at one version. The first
 * sum reads everything since the newest seal, the others the recent entries alone.
 */
const auditAtRest = async (id: PoolId, { store, timer }: SealPorts, now: Date): Promise<Audit> => {
  const after = await newestSeal(store, id);
  const [settledAt, sealableAt] = [addMs(now, -settledAfterMs), addMs(now, -sealDelayMs)];
  let settled: number | undefined;
  let hasOldEntries = false;
  for (let motion = 0; motion < motionsAwaited; motion++) {
    const pool = await store.get('pool', id, { consistent: true });
    if (!pool) return { drift: 0, after, hasOldEntries: true };
    const recentOnly = settled === undefined ? {} : { from: addMs(settledAt, 1) };
    let [old, recent] = [settled ?? after?.balance ?? 0, 0];
    for await (const { at, amount } of ledgerInOrder(store, id, { after, ...recentOnly })) {
      if (at <= settledAt) old += amount;
      else recent += amount;
      hasOldEntries ||= at <= sealableAt;
    }
    settled = old;
    const afterwards = await store.get('pool', id, { consistent: true });
    if (!hasChanged(pool, afterwards))
      return { drift: pool.available - settled - recent, after, hasOldEntries };
    await timer.sleep(motionDelayMs);
  }
  return { drift: undefined, after, hasOldEntries };
};

/**
 * Compares a pool with its ledger, and returns the result if they agree. For a pool that never rests nothing is proved,
 * as log and metric say; a difference that was found before the pool changed again still counts.
 */
const auditPool = async (id: PoolId, ports: SealPorts, now: Date): Promise<Audit | undefined> => {
  const { timer, log } = ports;
  let drift: number | undefined;
  for (let check = 0; check < driftChecks; check++) {
    if (check > 0) await timer.sleep(driftCheckDelayMs);
    const audit = await auditAtRest(id, ports, now);
    if (audit.drift === 0) return audit;
    drift = audit.drift ?? drift;
    if (drift !== undefined) continue;
    log.warn('a pool never rested and was not compared with its ledger', { ...id });
    log.metric('PoolsNotAudited', 1);
    return audit;
  }
  log.error('a pool and its ledger disagree', { ...id, drift });
  log.metric('LedgerDrift', 1);
  return undefined;
};

/** Reads the next entries to seal, at most one segment. */
const nextEntries = async (
  id: PoolId,
  range: { after: LedgerSeal | undefined; through: Instant },
  { store }: SealPorts,
): Promise<LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  for await (const entry of ledgerInOrder(store, id, range)) {
    entries.push(entry);
    if (entries.length === maxSegmentEntries) break;
  }
  return entries;
};

/**
 * Seals the entries that are old enough, segment by segment, and records whether the pool was compared with them. A run
 * that encounters another run's seal continues after it. A chain that lacks signed seals is not continued: a seal in their place could not be taken back.
 */
const sealOldEntries = async (
  { id, audit: { after, drift } }: { id: PoolId; audit: Audit },
  ports: SealPorts,
  { now, signal }: RunContext,
): Promise<void> => {
  const { store, sealStore } = ports;
  const through = addMs(now, -sealDelayMs);
  let last = after;
  let isKnown = true;
  let next: number | undefined;
  const sealSegment = async (): Promise<boolean> => {
    signal.throwIfAborted();
    if (!isKnown) last = await newestSeal(store, id);
    const entries = await nextEntries(id, { after: last, through }, ports);
    if (entries.length === 0) return false;
    const number = next ?? (await nextNumber(id, last, { store, statements: sealStore }));
    if (number === undefined) return false;
    const seal = sealEntries(id, { last, entries, number }, now.toISOString());
    const item = { ...seal, ...(drift === undefined && { isUnproven: true }) };
    [isKnown, next] = [false, undefined];
    const onConflict = () => new SealConflict();
    await commitOrThrow(store, [{ change: 'insert', record: 'ledgerSeal', item, onConflict }]);
    [last, isKnown, next] = [item, true, number + 1];
    return true;
  };
  let hasMore = true;
  while (hasMore) hasMore = await retryOnConflict(limits.sealLedger, sealSegment);
};

/**
 * Renews the account of a pool if no other job has done so, compares its balance with its ledger, and seals the
 * ledger. A ledger that does not add up is not sealed until somebody has looked at it; that of a pool that never rests is
 * sealed as unproven (docs/adr/0009-ledger.md).
 */
export const sealPool = async (id: PoolId, ports: SealPorts, context: RunContext): Promise<void> => {
  const { store } = ports;
  const now = context.now.toISOString();
  const pool = await store.get('pool', id);
  const expiresAt = pool && nextPromotionExpiry(pool);
  const isDue = pool && (pool.periodEndAt <= now || (expiresAt !== undefined && expiresAt <= now));
  if (isDue) await renewAccount(id.accountId, store, now);
  const audit = await auditPool(id, ports, context.now);
  if (audit?.hasOldEntries) await sealOldEntries({ id, audit }, ports, context);
};

/** Seals the ledger of every pool once a day, and has the seals signed. */
export const sealLedgers = (
  ports: SealPorts & Pick<SignSealsPorts, 'sealStore'>,
  context: RunContext,
): Promise<DailyResult> => {
  const visit = async (id: PoolId): Promise<void> => {
    await sealPool(id, ports, context);
    await signLedgerSeals(id, ports, context);
  };
  return processDaily({ job: 'seal-ledger', record: 'pool', visit, atOnce: poolsAtOnce }, ports, context);
};
