import { loadWebhooks } from '#app/webhooks/load-webhooks.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { webhookView } from '@scangate/domain/webhooks/webhook-view';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, now }, { store }) => {
  const webhooks = await loadWebhooks(store, caller.organizationId);
  const items = webhooks.map((webhook) => webhookView(webhook, caller.plan, now.toISOString()));
  return { status: 200, body: { items } };
});
