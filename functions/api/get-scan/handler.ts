import { loadScan } from '#app/scans/load-scan.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { etagOf, scanStateView } from '@scangate/domain/scans/scan-views';
import { endpoint } from './endpoint.ts';

/** Whether If-None-Match names the ETag. A proxy that compresses makes an ETag weak; RFC 9110 compares weakly here. */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

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
