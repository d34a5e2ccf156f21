import { getHistoryScan } from '#app/history-scans/history-scans.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller: { organizationId }, params }, { store }) => ({
    status: 200,
    body: await getHistoryScan({ organizationId, ...params }, store),
  }),
);
