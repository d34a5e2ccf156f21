import { createTrustRule } from '#app/identity/ci-trust/manage-trust-rules.ts';
import { serve } from '#runtime/serve.ts';
import { allowedIssuers } from '#runtime/wire/issuers.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  ({ caller, body, idempotency, ids, now }, { store }) =>
    createTrustRule(
      { caller, request: body, idempotency },
      { store, ids, allowedIssuers: allowedIssuers() },
      now,
    ),
);
