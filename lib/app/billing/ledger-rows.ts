import { ledgerView, sortKeyOf, type LedgerRange } from '@scangate/domain/ledger/ledger-view';
import { sealedRow, sealedThrough, type LedgerRow } from '@scangate/domain/ledger/seal-ledger';
import type { RecordKeys } from '@scangate/domain/change';
import type { Instant, LedgerSeal } from '@scangate/domain/records';
import type { StoreReader } from '#ports/store.ts';
import { ledgerInOrder, newestSeal } from './ledger-in-order.ts';

type Reader = Pick<StoreReader<'ledgerEntry' | 'ledgerSeal'>, 'get' | 'list'>;

const numbered = (store: Reader, pool: RecordKeys['pool'], number: number): Promise<LedgerSeal | undefined> =>
  store.get('ledgerSeal', { ...pool, number });

/** The last segment that ended before an instant: seals have numbers without a gap, so they are searched by halves. */
const sealedBefore = async (
  store: Reader,
  pool: RecordKeys['pool'],
  from: Instant | undefined,
): Promise<LedgerSeal | undefined> => {
  if (from === undefined) return undefined;
  const newest = await newestSeal(store, pool);
  let [found, low, high]: [LedgerSeal | undefined, number, number] = [undefined, 1, newest?.number ?? 0];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const seal = await numbered(store, pool, middle);
    const isBefore = seal !== undefined && seal.throughAt < from;
    if (isBefore) [found, low] = [seal, middle + 1];
    else high = middle - 1;
  }
  return found;
};

/**
 * A pool's ledger oldest first, each row with its place and hashes as they were sealed. Entries are numbered within
 * their segment as they are found now; so one that was changed, removed or added does not fit the hash beside it.
 */
export async function* ledgerRows(
  store: Reader,
  pool: RecordKeys['pool'],
  { from, through }: LedgerRange,
): AsyncGenerator<LedgerRow> {
  const before = await sealedBefore(store, pool, from);
  let number = (before?.number ?? 0) + 1;
  let seal = await numbered(store, pool, number);
  let position = 0;
  // From the segment's begin, also where the asked range begins later: positions are counted from there.
  for await (const entry of ledgerInOrder(store, pool, before, through)) {
    while (seal && sortKeyOf(entry) > sealedThrough(seal)) {
      seal = await numbered(store, pool, ++number);
      position = 0;
    }
    position++;
    if (from !== undefined && entry.at < from) continue;
    yield seal ? sealedRow(entry, seal, position) : ledgerView(entry);
  }
}
