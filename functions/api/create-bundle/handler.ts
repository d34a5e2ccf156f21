import { createBundle } from '#app/bundles/manage-bundles.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  ({ caller, body, idempotency, ids, now }, { store }) =>
    createBundle({ caller, request: body, idempotency }, { store, ids }, now),
);
