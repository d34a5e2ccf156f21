import { loadUsage } from '#app/billing/load-usage.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query, now }, { store }) => {
  const { items } = await loadUsage(caller.billingAccountId, { query, now }, store);
  return { status: 200, body: { items } };
});
