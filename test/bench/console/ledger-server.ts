import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatRow, headerLine } from '@scangate/domain/ledger/ledger-csv';
import { maxSegmentEntries, sealedRow, sealEntries } from '@scangate/domain/ledger/seal-ledger';
import type { LedgerEntry, LedgerSeal } from '@scangate/domain/records';

const accountId = '00000000-0000-4000-8000-00000000acc0';
const epochMs = Date.UTC(2026, 0, 1);

const entryAt = (index: number): LedgerEntry => {
  const scanId = `0192f0c8-0000-7000-8000-${String(index).padStart(12, '0')}`;
  const projectUnitId = `00000000-0000-8000-8000-${String(index % 7).padStart(12, '0')}`;
  return {
    accountId,
    pool: 'core',
    cause: `consume#${scanId}#${projectUnitId}`,
    at: new Date(epochMs + index * 1_000).toISOString(),
    kind: 'consume',
    amount: -1,
    scanId,
    projectUnitId,
    organizationId: accountId,
  };
};

/** Yields the export of a sealed ledger, segment by segment. */
function* exportOf(rows: number): Generator<string> {
  yield headerLine();
  let last: LedgerSeal | undefined;
  for (let start = 0; start < rows; start += maxSegmentEntries) {
    const length = Math.min(maxSegmentEntries, rows - start);
    const entries = Array.from({ length }, (_none, index) => entryAt(start + index));
    const seal = sealEntries({ accountId, pool: 'core' }, { last, entries }, new Date(epochMs).toISOString());
    yield entries.map((entry, index) => formatRow(sealedRow(entry, seal, index + 1))).join('');
    last = seal;
  }
}

const send = async (response: ServerResponse, rows: number): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' });
  for (const piece of exportOf(rows)) if (!response.write(piece)) await once(response, 'drain');
  response.end();
};

/** Answers every request with the export of a ledger of so many rows, made as it is read. */
export const startLedgerServer = async (rows: number): Promise<{ url: string; server: Server }> => {
  const server = createServer((_request, response) => void send(response, rows)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
};
