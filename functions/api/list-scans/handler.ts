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
    const scope = { list: endpoint.name, owner: organizationId };
    const cursor = decodeCursor(given, scope);
    const page = await listScans({ organizationId, filter, limit, cursor }, store);
    const body = pageResponse(page.items.map(scanStateView), page.cursor, scope);
    return { status: 200, body };
  },
);
