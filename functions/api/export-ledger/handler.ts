import { Readable } from 'node:stream';
import { headerLine, rowLine } from '../../../lib/domain/billing/ledger-csv.ts';
import { ledgerRange, type LedgerRange } from '../../../lib/domain/billing/ledger-view.ts';
import type { LedgerRow } from '../../../lib/domain/billing/seal-ledger.ts';
import { poolNames, type PoolName } from '../../../lib/domain/scans/scan-type.ts';
import { serve, type PortsFor } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';
import { ledgerRows } from './ledger-rows.ts';

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
    piece += rowLine(next.value);
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
