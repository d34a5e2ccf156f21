import { removeWebhook } from '#app/webhooks/manage-webhooks.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, { store }) => {
  await removeWebhook({ store }, { caller, ...params }, now);
  return { status: 204 };
});
