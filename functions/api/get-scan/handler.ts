import { Problem } from '../../../lib/domain/problem.ts';
import { etagOf, stateView } from '../../../lib/domain/scans/views.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, params, headers }, { store }) => {
    const { organizationId } = caller;
    const scan = await store.get('scan', { organizationId, scanId: params.scanId }, { consistent: true });
    if (!scan) throw new Problem('scan_not_found');
    const body = stateView(scan);
    const etag = etagOf(body);
    if (headers['if-none-match']?.split(/\s*,\s*/).includes(etag))
      return { status: 304, headers: { ETag: etag } };
    return { status: 200, headers: { ETag: etag }, body };
  },
);
