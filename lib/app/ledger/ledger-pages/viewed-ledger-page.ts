import { poolNames, type PoolName } from '@scangate/domain/credits/credit-pool';
import { redactedRow, rowForViewer } from '@scangate/domain/ledger/redacted-row';
import { ledgerView, type LedgerView } from '@scangate/domain/ledger/ledger-view';
import { Problem } from '@scangate/domain/problem';
import { ledgerTimeKey, listAll, type Page, type StoreReader } from '#ports/store.ts';
import { filteredLedgerPage, type FilteredPageRequest } from './filtered-ledger-page.ts';
import { readPositions, type Positions } from './ledger-page.ts';
import { scanLedgerPage } from './scan-ledger-page.ts';

type Reader = Pick<StoreReader<'ledgerEntry'>, 'list'>;

interface Position {
  accountId: string;
  pool: PoolName;
  /** Instant and cause of an entry. */
  position: string;
}

/** Finds the entry of a position, whose cause may be shown as digests. */
const findEntry = async ({ accountId, pool, position }: Position, store: Reader) => {
  const [at = '', ...rest] = position.split(' ');
  const cause = rest.join(' ');
  const owner = { accountId, pool };
  for await (const entry of listAll(store, { list: 'ledgerByTime', owner, from: at, through: at }))
    if (entry.cause === cause || redactedRow(ledgerView(entry)).cause === cause) return entry;
  return undefined;
};

/** Maps each position of a cursor; a list that has not begun or has ended has none. */
const mapPositions = async (
  cursor: string,
  change: (pool: PoolName, position: string) => Promise<string>,
): Promise<string> => {
  const next: Positions = { ...readPositions(cursor) };
  for (const pool of poolNames) {
    const position = next[pool];
    if (position) next[pool] = await change(pool, position);
  }
  return JSON.stringify(next);
};

/**
 * Reads a page of the ledger as an organization may see it. Cursors are readable, so the cursor of a client names
 * entries as the client sees them.
 */
export const viewedLedgerPage = async (
  request: FilteredPageRequest,
  store: Reader,
): Promise<Page<LedgerView>> => {
  const { accountId, cursor, viewer, filter } = request;
  const { scanId } = filter;
  if (scanId !== undefined) return scanLedgerPage({ ...request, filter: { ...filter, scanId } }, store);
  const view = ({ items, ...rest }: Awaited<ReturnType<typeof filteredLedgerPage>>): Page<LedgerView> => ({
    ...rest,
    items: items.map((entry) => rowForViewer(ledgerView(entry), viewer)),
  });
  if (viewer === undefined) return view(await filteredLedgerPage(request, store));
  const entryAt = async (pool: PoolName, position: string) => {
    const entry = await findEntry({ accountId, pool, position }, store);
    if (!entry) throw new Problem('invalid_cursor');
    return entry;
  };
  const read = async (pool: PoolName, position: string) => ledgerTimeKey(await entryAt(pool, position));
  const shown = async (pool: PoolName, position: string) =>
    ledgerTimeKey(rowForViewer(ledgerView(await entryAt(pool, position)), viewer));
  const start = cursor === undefined ? undefined : await mapPositions(cursor, read);
  const page = await filteredLedgerPage({ ...request, cursor: start }, store);
  return view({
    items: page.items,
    ...(page.cursor !== undefined && { cursor: await mapPositions(page.cursor, shown) }),
  });
};
