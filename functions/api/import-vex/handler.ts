import { importVex } from '#app/waivers/import-vex.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ caller, body: document, ids, now }, { store }) => ({
    status: 200,
    body: await importVex({ caller, document }, { store, ids }, now),
  }),
);
