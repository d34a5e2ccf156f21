import { Readable } from 'node:stream';
import { headerLine, formatRow } from '@scangate/domain/ledger/ledger-csv';
import { ledgerRange, type LedgerRange } from '@scangate/domain/ledger/ledger-view';
import type { LedgerRow } from '@scangate/domain/ledger/seal-ledger';
import { poolNames, type PoolName } from '@scangate/domain/credits/credit-pool';
import { serve, type PortsFor } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';
import { ledgerRows } from '#app/billing/ledger-rows.ts';

/** Characters that are sent at once; a row at a time would be many small writes. */
const pieceLength = 32 * 1024;

async function* rowsOf(
  { store }: PortsFor<typeof endpoint>,
  accountId: string,
  pools: readonly PoolName[],
  range: LedgerRange,
): AsyncGenerator<LedgerRow> {
  for (const pool of pools) yield* ledgerRows(store, { accountId, pool }, range);
}

/** The lines from this first row on, in larger pieces. */
async function* pieces(first: IteratorResult<LedgerRow>, rest: AsyncGenerator<LedgerRow>) {
  let piece = headerLine();
  for (let next = first; !next.done; next = await rest.next()) {
    piece += formatRow(next.value);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller: { billingAccountId }, query, now }, ports) => {
    const range = ledgerRange(query);
    const pools = query.pool ? [query.pool] : poolNames;
    // Until now and no further, so that there is an end to it however much is written meanwhile.
    const through = range.through ?? now.toISOString();
    const rows = rowsOf(ports, billingAccountId, pools, { ...range, through });
    // What goes wrong at once is still an answer with its status.
    const first = await rows.next();
    return {
      status: 200,
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="ledger-${now.toISOString().slice(0, 10)}.csv"`,
      },
      stream: Readable.from(pieces(first, rows), { objectMode: false }),
    };
  },
);
