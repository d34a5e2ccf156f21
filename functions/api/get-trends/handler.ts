import { loadTrends } from '#app/tracking/load-trends.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller: { organizationId }, query: { repositoryId, ...range }, now }, { store }) => {
    const request = { organizationId, repositoryId: repositoryId?.toLowerCase(), ...range };
    const trends = await loadTrends(request, store, now);
    return { status: 200, body: { days: trends } };
  },
);
