import { loadScan } from '#app/scans/load-scan.ts';
import { matchesEtag } from '#runtime/http/matches-etag.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { etagOf, scanStateView } from '@scangate/domain/scans/scan-views';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller: { organizationId }, params: { scanId }, headers }, { store }) => {
    const body = scanStateView(await loadScan({ organizationId, scanId }, store));
    const etag = etagOf(body);
    if (matchesEtag(headers['if-none-match'], etag)) return { status: 304, headers: { ETag: etag } };
    return { status: 200, headers: { ETag: etag }, body };
  },
);
