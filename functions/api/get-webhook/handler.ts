import { loadWebhook } from '#app/webhooks/load-webhook.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { etagOf } from '@scangate/domain/etag';
import { webhookView } from '@scangate/domain/webhooks/webhook-view';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, { store }) => {
  const { organizationId, plan } = caller;
  const webhook = await loadWebhook(store, { organizationId, ...params });
  const headers = { ETag: etagOf(webhook) };
  return { status: 200, headers, body: webhookView(webhook, plan, now.toISOString()) };
});
