import { compareEntries, sortKeyOf } from '@scangate/domain/ledger/ledger-view';
import { sealedThrough } from '@scangate/domain/ledger/seal-ledger';
import type { RecordKeys } from '@scangate/domain/change';
import type { Instant, LedgerEntry, LedgerSeal } from '@scangate/domain/records';
import { listAll, type StoreReader } from '#ports/store.ts';

type Reader = Pick<StoreReader, 'list'>;

const pageLimit = 500;

/** The newest seal of a pool, in one query. */
export const newestSeal = async (store: Reader, pool: RecordKeys['pool']): Promise<LedgerSeal | undefined> =>
  (await store.list('seals', pool, { newestFirst: true, limit: 1, consistent: true })).items[0];

/**
 * A pool's entries in the order of its chain, oldest first; the index by time leaves open how those of one instant
 * follow each other. Holds one page and the entries of one instant.
 * @param sealed the seal behind whose last entry it begins.
 * @param through the instant it goes up to, itself included.
 */
export async function* ledgerInOrder(
  store: Reader,
  { accountId, pool }: RecordKeys['pool'],
  sealed: LedgerSeal | undefined,
  through?: Instant,
): AsyncGenerator<LedgerEntry> {
  const begin = sealed ? sealedThrough(sealed) : '';
  const range = { ...(sealed && { from: sealed.throughAt }), ...(through !== undefined && { through }) };
  const inTurn = (entries: LedgerEntry[]) =>
    entries.filter((entry) => sortKeyOf(entry) > begin).toSorted(compareEntries);
  let instant: LedgerEntry[] = [];
  const options = { ...range, newestFirst: false, limit: pageLimit };
  for await (const entry of listAll(store, 'ledgerByTime', { accountId, pool }, options)) {
    if (instant[0] && instant[0].at !== entry.at) {
      yield* inTurn(instant);
      instant = [];
    }
    instant.push(entry);
  }
  yield* inTurn(instant);
}
