import { renewWaiver } from '#app/waivers/create-waiver.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ caller, params, body, idempotency, ids, now }, { store }) => {
    const { waiverId } = params;
    const expiresAt = new Date(body.expiresAt).toISOString();
    const renewal = { caller, waiverId, expiresAt, reason: body.reason, idempotency };
    return renewWaiver(renewal, { store, ids }, now);
  },
);
