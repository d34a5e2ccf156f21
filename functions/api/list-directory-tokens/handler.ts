import { listDirectoryTokens } from '#app/identity/scim/directory-tokens.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller }, { store }) => ({
  status: 200,
  body: { items: await listDirectoryTokens(store, caller) },
}));
