import { byPlace, placeOf } from '../../lib/domain/billing/ledger-view.ts';
import { sealedThrough } from '../../lib/domain/billing/seal-ledger.ts';
import type { Identity } from '../../lib/domain/change.ts';
import type { Instant, LedgerEntry, LedgerSeal } from '../../lib/domain/records.ts';
import { everyItem, type StoreReader } from '../../lib/ports/store.ts';

type Reader = Pick<StoreReader, 'list'>;

const pageLimit = 500;

/** The newest seal of a pool, in one query. */
export const newestSeal = async (store: Reader, pool: Identity['pool']): Promise<LedgerSeal | undefined> =>
  (await store.list('seals', pool, { newestFirst: true, limit: 1, consistent: true })).items[0];

/**
 * A pool's entries in the order of its chain, oldest first; the index by time leaves open how those of one instant
 * follow each other. Holds one page and the entries of one instant.
 * @param sealed the seal behind whose last entry it begins.
 * @param through the instant it goes up to, itself included.
 */
export async function* ledgerInOrder(
  store: Reader,
  { accountId, pool }: Identity['pool'],
  sealed: LedgerSeal | undefined,
  through?: Instant,
): AsyncGenerator<LedgerEntry> {
  const begin = sealed ? sealedThrough(sealed) : '';
  const range = { ...(sealed && { from: sealed.throughAt }), ...(through !== undefined && { through }) };
  const inTurn = (entries: LedgerEntry[]) =>
    entries.filter((entry) => placeOf(entry) > begin).toSorted(byPlace);
  let instant: LedgerEntry[] = [];
  const options = { ...range, newestFirst: false, limit: pageLimit };
  for await (const entry of everyItem(store, 'ledgerByTime', { accountId, pool }, options)) {
    if (instant[0] && instant[0].at !== entry.at) {
      yield* inTurn(instant);
      instant = [];
    }
    instant.push(entry);
  }
  yield* inTurn(instant);
}
