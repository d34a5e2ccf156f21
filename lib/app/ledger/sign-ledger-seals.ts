import type { RecordKeys } from '@scangate/domain/record-changes';
import { signedText } from '@scangate/domain/ledger/restoration';
import { sealStatement, statementText } from '@scangate/domain/ledger/seal-statement';
import type { LedgerSeal } from '@scangate/domain/records';
import type { Log } from '#ports/log.ts';
import { listAll, type StoreReader } from '#ports/store.ts';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';
import { keepStatement, nextNumber, readStatement, restorationBetween } from './kept-statements.ts';
import { newestSeal } from './ledger-in-order.ts';

export interface SignSealsPorts {
  store: Pick<StoreReader, 'list'>;
  sealStore: LedgerSealStore;
  log: Log;
}

/** Returns whether the stored statement about a seal is signed and agrees with the table; undefined without one. */
const agrees = async (seal: LedgerSeal, sealStore: LedgerSealStore): Promise<boolean | undefined> => {
  const statement = await readStatement(seal, sealStore);
  if (statement === undefined) return undefined;
  return statement !== 'unsigned' && signedText(statement) === statementText(sealStatement(seal));
};

/** Returns whether there are statements about seals after the newest one in the table: then the table has lost them. */
const isCut = async (
  id: RecordKeys['pool'],
  newest: LedgerSeal | undefined,
  { store, sealStore }: Pick<SignSealsPorts, 'store' | 'sealStore'>,
): Promise<boolean> => {
  if ((await nextNumber(id, newest, { store, statements: sealStore })) !== undefined) return false;
  // Another run may have sealed and signed meanwhile.
  return (await newestSeal(store, id))?.number === newest?.number;
};

/** Returns the first seal that continues another one than that of the number before it, without a signed restoration. */
const unexplained = async (
  seals: readonly LedgerSeal[],
  before: LedgerSeal | undefined,
  { store, sealStore }: Pick<SignSealsPorts, 'store' | 'sealStore'>,
): Promise<LedgerSeal | undefined> => {
  let last = before;
  for (const seal of seals) {
    const isNext = seal.number === (last?.number ?? 0) + 1;
    if (!isNext && !(await restorationBetween(last, seal, { store, statements: sealStore }))) return seal;
    last = seal;
  }
  return undefined;
};

/**
 * Signs the seals of a pool that are not signed yet, and stores the statements where they cannot be changed. The
 * newest stored one is compared with its seal: this detects a table that was rewritten (docs/adr/0009-ledger.md),
 * and, by statements about later seals, one that lost its last seals, unless a signed restoration says so. An interrupted run is continued by the next
 * one.
 * @returns the number of new statements; undefined when the seal and its statement disagree.
 */
export const signLedgerSeals = async (
  id: RecordKeys['pool'],
  { store, sealStore, log }: SignSealsPorts,
  { signal }: { signal: AbortSignal },
): Promise<number | undefined> => {
  const waiting: LedgerSeal[] = [];
  let newest: LedgerSeal | undefined;
  const differs = (message: string, number: number): undefined => {
    log.error(message, { ...id, number });
    log.metric('LedgerDrift', 1);
  };
  // A seal that was just written must not wait for the next day.
  const newestFirst = { newestFirst: true, limit: 100, consistent: true };
  let before: LedgerSeal | undefined;
  for await (const seal of listAll(store, { list: 'seals', owner: id, ...newestFirst })) {
    newest ??= seal;
    const agreed = await agrees(seal, sealStore);
    if (agreed === false) return differs('a seal and its signed statement disagree', seal.number);
    before = agreed ? seal : undefined;
    if (agreed) break;
    waiting.unshift(seal);
  }
  if (await isCut(id, newest, { store, sealStore }))
    return differs('a signed seal is missing from the table', (newest?.number ?? 0) + 1);
  const apart = await unexplained(waiting, before, { store, sealStore });
  if (apart) return differs('a signed seal is missing from the table', apart.number - 1);
  for (const seal of waiting) {
    signal.throwIfAborted();
    await keepStatement(sealStatement(seal), sealStore);
  }
  return waiting.length;
};
