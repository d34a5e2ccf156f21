import { loadScan } from '#app/scans/load-scan.ts';
import { describeScan } from '#app/scans/pipeline-statements.ts';
import { matchesEtag } from '#runtime/http/matches-etag.ts';
import { serve } from '#runtime/serve.ts';
import { wireLazyBlobReader } from '#runtime/wire/lazy/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { etagOf, scanStateView } from '@scangate/domain/scans/scan-views';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireLazyBlobReader },
  async ({ caller: { organizationId }, params: { scanId }, headers }, { store, blobs }) => {
    const scan = await loadScan({ organizationId, scanId }, store);
    const body = scanStateView(await describeScan(scan, blobs));
    const etag = etagOf(body);
    if (matchesEtag(headers['if-none-match'], etag)) return { status: 304, headers: { ETag: etag } };
    return { status: 200, headers: { ETag: etag }, body };
  },
);
