import { createWebhook } from '#app/webhooks/manage-webhooks.ts';
import { serve } from '#runtime/serve.ts';
import { wireOutbound } from '#runtime/wire/hosts/outbound.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireSubscriberSecretEncrypter } from '#runtime/wire/secret-cipher.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, outbound: () => wireOutbound(), subscriberSecrets: wireSubscriberSecretEncrypter },
  ({ caller, body, idempotency, ids, now }, ports) =>
    createWebhook({ ...ports, ids }, { caller, request: body, idempotency }, now),
);
