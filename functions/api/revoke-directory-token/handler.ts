import { revokeDirectoryToken } from '#app/identity/scim/directory-tokens.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ caller, params, now }, { store }) => {
    await revokeDirectoryToken({ store, log }, { caller, tokenId: params.tokenId }, now);
    return { status: 204 };
  },
);
