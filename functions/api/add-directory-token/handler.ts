import { addDirectoryToken } from '#app/identity/scim/directory-tokens.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ caller, body, ids, now }, { store }) => ({
    status: 201,
    body: await addDirectoryToken({ store, ids }, { caller, ...body }, now),
  }),
);
