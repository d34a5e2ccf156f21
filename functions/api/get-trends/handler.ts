import { loadTrends } from '#app/tracking/load-trends.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller: { organizationId }, query: { days }, now }, { store }) => {
    const trends = await loadTrends({ organizationId, days }, store, now);
    return { status: 200, body: { days: trends } };
  },
);
