import type { RecordKeys } from '@scangate/domain/record-changes';
import { compareEntries, sortKeyOf } from '@scangate/domain/ledger/ledger-view';
import { sealedThrough } from '@scangate/domain/ledger/seal-ledger';
import type { Instant, LedgerEntry, LedgerSeal } from '@scangate/domain/records';
import { listAll, type StoreReader } from '#ports/store.ts';

type Reader = Pick<StoreReader, 'list'>;

const pageLimit = 500;

/** Reads the newest seal of a pool, in one query. */
export const newestSeal = async (store: Reader, pool: RecordKeys['pool']): Promise<LedgerSeal | undefined> =>
  (await store.list('seals', pool, { newestFirst: true, limit: 1, consistent: true })).items[0];

interface ChainRange {
  /** Starts after the last entry of this seal; by default at the first entry of the pool. */
  after?: LedgerSeal | undefined;
  /** Starts with this instant, inclusive, if no later seal is given. */
  from?: Instant | undefined;
  /** Ends with this instant, inclusive. */
  through?: Instant | undefined;
}

/**
 * Reads a pool's entries in the order of its hash chain, oldest first. The index by time leaves the order within one
 * instant open, so the entries of an instant are sorted here. It holds one page and the entries of one instant.
 */
export async function* ledgerInOrder(
  store: Reader,
  { accountId, pool }: RecordKeys['pool'],
  { after, from, through }: ChainRange,
): AsyncGenerator<LedgerEntry> {
  const begin = after ? sealedThrough(after) : '';
  const start = [after?.throughAt, from]
    .filter((at) => at !== undefined)
    .toSorted()
    .at(-1);
  const range = { ...(start !== undefined && { from: start }), ...(through !== undefined && { through }) };
  const sorted = (entries: LedgerEntry[]) =>
    entries.filter((entry) => sortKeyOf(entry) > begin).toSorted(compareEntries);
  let sameInstant: LedgerEntry[] = [];
  const options = { ...range, newestFirst: false, limit: pageLimit };
  for await (const entry of listAll(store, {
    list: 'ledgerByTime',
    owner: { accountId, pool },
    ...options,
  })) {
    if (sameInstant[0] && sameInstant[0].at !== entry.at) {
      yield* sorted(sameInstant);
      sameInstant = [];
    }
    sameInstant.push(entry);
  }
  yield* sorted(sameInstant);
}
