import { importVex } from '#app/waivers/import-vex.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, body: document, ids, now }, { store }) => ({
    status: 200,
    body: await importVex({ caller, document }, { store, ids }, now),
  }),
);
