import { createWaiver } from '#app/waivers/create-waiver.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ caller, body, idempotency, ids, now }, { store }) => {
    const request = { ...body, expiresAt: new Date(body.expiresAt).toISOString() };
    return createWaiver({ caller, request, idempotency }, { store, ids }, now);
  },
);
