import { redeliver } from '#app/webhooks/redeliver.ts';
import { serve } from '#runtime/serve.ts';
import { wireDeliveryStarter } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, deliveries: wireDeliveryStarter },
  ({ caller, params, body: selection, idempotency, ids, now }, ports) =>
    redeliver({ ...ports, ids }, { caller, ...params, selection, idempotency }, now),
);
