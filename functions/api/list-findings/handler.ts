import { Readable } from 'node:stream';
import { listFindings } from '#app/reports/list-findings.ts';
import { streamReport } from '#app/reports/stream-report.ts';
import { loadEndedScan } from '#app/scans/load-scan.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { negotiateMediaType } from '#runtime/content-negotiation.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { reportTypes } from '@scangate/domain/reports/report-formats';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobReader },
  async ({ caller: { organizationId }, params: { scanId }, query, headers }, ports) => {
    const type = negotiateMediaType(headers['accept'], ['application/json', ...reportTypes]);
    const owner = `${organizationId}/${scanId}`;
    const scope = { list: endpoint.name, owner };
    const from = decodeCursor(query.cursor, scope);
    const scan = await loadEndedScan({ organizationId, scanId }, ports.store);
    if (type !== 'application/json') {
      const stream = Readable.from(await streamReport(scan, type, ports), { objectMode: false });
      return { status: 200, headers: { 'Content-Type': type, Vary: 'Accept' }, stream };
    }
    const found = await listFindings(scan, { from, limit: query.limit }, ports.blobs);
    const page = pageResponse(found.items, found.cursor, scope);
    const vary: Record<string, string> = { Vary: 'Accept' };
    return { status: 200, headers: vary, body: { ...page, coverage: scan.verdict.coverage } };
  },
);
