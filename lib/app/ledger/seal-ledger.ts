import type { RecordKeys } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { addMs } from '@scangate/domain/instant';
import { maxSegmentEntries, sealDelayMs, sealEntries } from '@scangate/domain/ledger/seal-ledger';
import { nextPromotionExpiry } from '@scangate/domain/promotions/promotional-credits';
import type { Instant, LedgerEntry, LedgerSeal } from '@scangate/domain/records';
import { commitOrThrow, type Store, type StoreReader } from '#ports/store.ts';
import { processDaily, type DailyResult } from '../jobs/process-daily.ts';
import type { RunContext } from '../jobs/run-context.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { renewAccount } from '../billing/change-account.ts';
import { comparePool, type ComparePorts, type Comparison } from './compare-pool.ts';
import { nextNumber, type KeptStatements } from './kept-statements.ts';
import { ledgerInOrder, newestSeal } from './ledger-in-order.ts';
import { signLedgerSeals, type SignSealsPorts } from './sign-ledger-seals.ts';

type PoolId = RecordKeys['pool'];
type SealWrite =
  | 'account'
  | 'pool'
  | 'poolLease'
  | 'ledgerEntry'
  | 'auditEvent'
  | 'mail'
  | 'ledgerSeal'
  | 'jobPosition'
  | 'storedEvent';

export interface SealPorts extends Omit<ComparePorts, 'store'> {
  store: Pick<StoreReader, 'get' | 'load' | 'list' | 'listDue'> & Pick<Store<SealWrite>, 'commit'>;
  /** The signed statements, which say whether the table has the whole chain. */
  sealStore: KeptStatements;
}

/** Thrown when another run wrote the seal of this number. */
class SealConflict extends Conflict {
  constructor() {
    super('another run has sealed this segment');
  }
}

/** A segment waits for a signature and for the bucket of statements; the job holds one segment for each visit. */
const poolsAtOnce = 8;

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
  { id, compared: { after, drift } }: { id: PoolId; compared: Comparison },
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
 * ledger. A ledger that does not add up is not sealed until somebody has looked at it; one that nothing could be
 * proved about is sealed as unproven (docs/adr/0009-ledger.md).
 */
export const sealPool = async (id: PoolId, ports: SealPorts, context: RunContext): Promise<void> => {
  const { store } = ports;
  const now = context.now.toISOString();
  const pool = await store.get('pool', id);
  const expiresAt = pool && nextPromotionExpiry(pool);
  const isDue = pool && (pool.periodEndAt <= now || (expiresAt !== undefined && expiresAt <= now));
  if (isDue) await renewAccount(id.accountId, store, now);
  const compared = await comparePool(id, ports, context.now);
  if (compared?.hasOldEntries) await sealOldEntries({ id, compared }, ports, context);
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
