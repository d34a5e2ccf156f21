import { issueToken } from '#app/identity/issue-token.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ caller, body, idempotency, ids, now }, { store }) => ({
    status: 201,
    body: await issueToken({ store, ids }, { caller, token: body, idempotency }, now),
  }),
);
