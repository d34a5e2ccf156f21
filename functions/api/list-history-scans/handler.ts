import { listHistoryScans } from '#app/history-scans/history-scans.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, params: { repositoryId }, query }, { store }) => {
    const scope = { list: endpoint.name, owner: `${caller.organizationId}#${repositoryId}` };
    const cursor = decodeCursor(query.cursor, scope);
    const options = { limit: query.limit, ...(cursor && { cursor }) };
    const page = await listHistoryScans({ caller, repositoryId }, store, options);
    return { status: 200, body: pageResponse(page.items, page.cursor, scope) };
  },
);
