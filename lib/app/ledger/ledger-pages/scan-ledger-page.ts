import { compareText } from '@scangate/engines/model/compare-text';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import type { InstantRange } from '@scangate/domain/instant';
import { rowForViewer } from '@scangate/domain/ledger/redacted-row';
import { causesOfScan, matchesEntryFilter, type EntryFilter } from '@scangate/domain/ledger/entry-filter';
import { ledgerView, type LedgerView } from '@scangate/domain/ledger/ledger-view';
import { listAll, type Page, type StoreReader } from '#ports/store.ts';

interface ScanLedgerRequest {
  accountId: string;
  pools: readonly PoolName[];
  range: InstantRange;
  filter: EntryFilter & { scanId: string };
  /** A client organization that views the ledger of its parent. */
  viewer: string | undefined;
  limit: number;
  cursor: string | undefined;
}

/** The sort position of an entry within one instant. */
const placeOf = ({ pool, cause }: LedgerView): string => `${pool} ${cause}`;

const newestFirst = (a: LedgerView, b: LedgerView): number =>
  compareText(b.at, a.at) || compareText(placeOf(a), placeOf(b));

const isBehind = (entry: LedgerView, cursor: string): boolean => {
  const [at = '', ...place] = cursor.split(' ');
  return entry.at < at || (entry.at === at && placeOf(entry) > place.join(' '));
};

const isWithin = ({ at }: LedgerView, { from, through }: InstantRange): boolean =>
  (from === undefined || at >= from) && (through === undefined || at <= through);

/** Reads the entries of one scan, newest first. A scan has at most a few hundred, which are found by their causes. */
export const scanLedgerPage = async (
  { accountId, pools, range, filter, viewer, limit, cursor }: ScanLedgerRequest,
  store: Pick<StoreReader<'ledgerEntry'>, 'list'>,
): Promise<Page<LedgerView>> => {
  const read = pools.flatMap((pool) =>
    causesOfScan(filter.scanId).map((from) =>
      Array.fromAsync(
        listAll(store, { list: 'ledger', owner: { accountId, pool }, from, through: `${from}\uffff` }),
      ),
    ),
  );
  const left = (await Promise.all(read))
    .flat()
    .map((entry) => rowForViewer(ledgerView(entry), viewer))
    .filter((row) => matchesEntryFilter(row, filter) && isWithin(row, range))
    .filter((row) => cursor === undefined || isBehind(row, cursor))
    .toSorted(newestFirst);
  const items = left.slice(0, limit);
  const last = left.length > limit ? items.at(-1) : undefined;
  return { items, ...(last && { cursor: `${last.at} ${placeOf(last)}` }) };
};
