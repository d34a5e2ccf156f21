import { testWebhook } from '#app/webhooks/test-webhook.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  ({ caller, params, idempotency, ids, now }, { store }) =>
    testWebhook({ store, ids }, { caller, ...params, idempotency }, now),
);
