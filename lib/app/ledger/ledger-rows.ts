import type { RecordKeys } from '@scangate/domain/record-changes';
import type { InstantRange } from '@scangate/domain/instant';
import { ledgerView, sortKeyOf } from '@scangate/domain/ledger/ledger-view';
import { sealedRow, sealedThrough, type LedgerRow } from '@scangate/domain/ledger/seal-ledger';
import type { Instant, LedgerSeal } from '@scangate/domain/records';
import { sealPosition, type StoreReader } from '#ports/store.ts';
import { ledgerInOrder, newestSeal } from './ledger-in-order.ts';

export type LedgerReader = Pick<StoreReader<'ledgerEntry' | 'ledgerSeal'>, 'list'>;

/** Reads the seal of a number, or the next one: a restoration leaves numbers out. */
const sealFrom = async (
  store: LedgerReader,
  pool: RecordKeys['pool'],
  number: number,
): Promise<LedgerSeal | undefined> =>
  (await store.list('seals', pool, { from: sealPosition(number), limit: 1 })).items[0];

/** Finds the last seal that ended before an instant, by binary search. */
export const sealedBefore = async (
  store: LedgerReader,
  pool: RecordKeys['pool'],
  from: Instant | undefined,
): Promise<LedgerSeal | undefined> => {
  if (from === undefined) return undefined;
  const newest = await newestSeal(store, pool);
  let [found, low, high]: [LedgerSeal | undefined, number, number] = [undefined, 1, newest?.number ?? 0];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const seal = await sealFrom(store, pool, middle);
    const isBefore = seal !== undefined && seal.throughAt < from;
    if (isBefore) [found, low] = [seal, seal.number + 1];
    else high = middle - 1;
  }
  return found;
};

/**
 * Reads a pool's ledger oldest first, each row with its position and the hashes of its seal. Positions count the
 * entries as currently stored, so that an entry that was changed, removed or added does not match the hash next to
 * it.
 */
export async function* ledgerRows(
  store: LedgerReader,
  pool: RecordKeys['pool'],
  { from, through }: InstantRange,
): AsyncGenerator<LedgerRow> {
  const after = await sealedBefore(store, pool, from);
  let seal = await sealFrom(store, pool, (after?.number ?? 0) + 1);
  let position = 0;
  // Positions are counted from the start of the segment, even when the range starts later.
  for await (const entry of ledgerInOrder(store, pool, { after, through })) {
    while (seal && sortKeyOf(entry) > sealedThrough(seal)) {
      seal = await sealFrom(store, pool, seal.number + 1);
      position = 0;
    }
    position++;
    if (from !== undefined && entry.at < from) continue;
    yield seal ? sealedRow(entry, seal, position) : ledgerView(entry);
  }
}
