import { listSubscribers } from '#app/delivery/load-subscribers.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { isWebhook, webhookView } from '@scangate/domain/webhooks/webhook-view';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, now }, { store }) => {
  const webhooks = await listSubscribers(isWebhook, caller.organizationId, { store, log });
  const items = webhooks.map((webhook) => webhookView(webhook, caller.plan, now.toISOString()));
  return { status: 200, body: { items } };
});
