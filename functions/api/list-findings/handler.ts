import { Readable } from 'node:stream';
import { listFindings } from '#app/reports/list-findings.ts';
import { loadFileName } from '#app/reports/load-file-name.ts';
import { streamReport } from '#app/reports/stream-report.ts';
import { loadEndedScan } from '#app/scans/load-scan.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { negotiateMediaType } from '#runtime/content-negotiation.ts';
import { asAttachment } from '#runtime/http/attachment.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { reportTypes } from '@scangate/domain/reports/report-formats';
import { reportMediaTypes } from '@scangate/domain/reports/report-names';
import { endpoint } from './endpoint.ts';
import { readQuery } from './read-query.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobReader },
  async ({ caller: { organizationId }, params: { scanId }, query, headers }, ports) => {
    const { limit, format } = query;
    const type = format
      ? reportMediaTypes[format]
      : negotiateMediaType(headers['accept'], ['application/json', ...reportTypes]);
    const asked = readQuery(query);
    const scope = {
      list: endpoint.name,
      owner: JSON.stringify([organizationId, scanId, asked.filter, asked.sort]),
    };
    const from = decodeCursor(query.cursor, scope);
    const scan = await loadEndedScan({ organizationId, scanId }, ports.store);
    const vary: Record<string, string> = { Vary: 'Accept' };
    if (type !== 'application/json') {
      const file = format && asAttachment(await loadFileName(scan, format, ports));
      const stream = Readable.from(await streamReport(scan, type, ports), { objectMode: false });
      return { status: 200, headers: { ...vary, 'Content-Type': type, ...file }, stream };
    }
    const { items, total, facets, cursor } = await listFindings(scan, { ...asked, from, limit }, ports.blobs);
    const counts = { total, ...(asked.facets.length > 0 && { facets }) };
    const body = { ...pageResponse(items, cursor, scope), ...counts, coverage: scan.verdict.coverage };
    return { status: 200, headers: vary, body };
  },
);
