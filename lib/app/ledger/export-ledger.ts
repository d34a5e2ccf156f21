import { rowForViewer } from '@scangate/domain/ledger/redacted-row';
import { formatRow, headerLine } from '@scangate/domain/ledger/ledger-csv';
import type { InstantRange } from '@scangate/domain/instant';
import type { LedgerRow } from '@scangate/domain/ledger/seal-ledger';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import { ledgerRows, type LedgerReader } from './ledger-rows.ts';

/** Characters of a chunk; sending a row at a time would be many small writes. */
const chunkLength = 32 * 1024;

export interface LedgerExportRequest {
  accountId: string;
  pools: readonly PoolName[];
  range: InstantRange;
  /** A client organization that views the ledger of its parent. */
  viewer: string | undefined;
  now: Date;
}

async function* rowsOf(
  { accountId, pools, range, viewer, now }: LedgerExportRequest,
  store: LedgerReader,
): AsyncGenerator<LedgerRow> {
  // The export ends at the current instant, however much is written meanwhile.
  const through = range.through ?? now.toISOString();
  for (const pool of pools)
    for await (const row of ledgerRows(store, { accountId, pool }, { ...range, through }))
      yield rowForViewer(row, viewer);
}

async function* chunks(first: IteratorResult<LedgerRow>, rest: AsyncGenerator<LedgerRow>) {
  let chunk = headerLine();
  for (let next = first; !next.done; next = await rest.next()) {
    chunk += formatRow(next.value);
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/**
 * Writes the ledger as CSV, pool after pool, oldest entry first (docs/adr/0009-ledger.md). The first row is read
 * before this returns, so that an error at the start can still be answered with its status.
 */
export const exportLedger = async (
  request: LedgerExportRequest,
  store: LedgerReader,
): Promise<AsyncGenerator<string>> => {
  const rows = rowsOf(request, store);
  return chunks(await rows.next(), rows);
};
