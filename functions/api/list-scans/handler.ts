import { listScans } from '#app/scans/list-scans.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { scanStateView } from '@scangate/domain/scans/scan-views';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller: { organizationId }, query: { limit, cursor: given, ...filter } }, { store }) => {
    const cursor = decodeCursor(given, endpoint.name, organizationId);
    const page = await listScans({ organizationId, filter, limit, cursor }, store);
    const body = pageResponse(page.items.map(scanStateView), page.cursor, endpoint.name, organizationId);
    return { status: 200, body };
  },
);
