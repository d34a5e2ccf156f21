import type { EntryFilter } from '@scangate/domain/ledger/entry-filter';
import { isFilter, matchesEntryFilter } from '@scangate/domain/ledger/entry-filter';
import { rowForViewer } from '@scangate/domain/ledger/redacted-row';
import { ledgerView } from '@scangate/domain/ledger/ledger-view';
import type { LedgerEntry } from '@scangate/domain/records';
import type { Page, StoreReader } from '#ports/store.ts';
import { ledgerPage, positionsAfter, type LedgerPageRequest } from './ledger-page.ts';

/** Bounds the reads of one response: a filter with few matches gives a short page with a cursor, never a slow one. */
const pagesPerAnswer = 10;
const examinedAtOnce = 500;

export interface FilteredPageRequest extends LedgerPageRequest {
  filter: EntryFilter;
  /** A client organization that views the ledger of its parent. */
  viewer: string | undefined;
}

/** Reads a page of the matching entries, newest first. Without a filter it is one query per pool. */
export const filteredLedgerPage = async (
  { filter, viewer, ...request }: FilteredPageRequest,
  store: Pick<StoreReader, 'list'>,
): Promise<Page<LedgerEntry>> => {
  if (!isFilter(filter)) return ledgerPage(request, store);
  const { limit } = request;
  const found: LedgerEntry[] = [];
  let { cursor } = request;
  for (let pages = 0; pages < pagesPerAnswer; pages++) {
    const page = await ledgerPage({ ...request, limit: examinedAtOnce, cursor }, store);
    const matching = page.items.filter((entry) =>
      matchesEntryFilter(rowForViewer(ledgerView(entry), viewer), filter),
    );
    const taken = matching.slice(0, limit - found.length);
    found.push(...taken);
    const last = taken.at(-1);
    // A full response continues after its last entry, which need not be the last one read.
    if (found.length === limit && last) {
      const read = page.items.slice(0, page.items.indexOf(last) + 1);
      const isEnd = page.cursor === undefined && read.length === page.items.length;
      return { items: found, ...(!isEnd && { cursor: positionsAfter(read, cursor) }) };
    }
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  return { items: found, ...(cursor !== undefined && { cursor }) };
};
