import { rotateWebhookSecret } from '#app/webhooks/manage-webhooks.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireSubscriberSecretEncrypter } from '#runtime/wire/secret-cipher.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, subscriberSecrets: wireSubscriberSecretEncrypter },
  ({ caller, params, body, idempotency, ids, now }, ports) =>
    rotateWebhookSecret({ ...ports, ids }, { caller, ...params, ...body, idempotency }, now),
);
