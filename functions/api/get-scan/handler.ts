import { Problem } from '@scangate/domain/problem';
import { etagOf, scanStateView } from '@scangate/domain/scans/scan-views';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

/** Whether If-None-Match names it. A proxy that compresses makes an ETag weak, which does not matter here (RFC 9110). */
const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, params, headers }, { store }) => {
    const { organizationId } = caller;
    const scan = await store.get('scan', { organizationId, scanId: params.scanId }, { consistent: true });
    if (!scan) throw new Problem('scan_not_found');
    const body = scanStateView(scan);
    const etag = etagOf(body);
    if (isKnown(headers['if-none-match'], etag)) return { status: 304, headers: { ETag: etag } };
    return { status: 200, headers: { ETag: etag }, body };
  },
);
