import { getMe } from '#app/identity/me/get-me.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, now }, { store }) => ({
  status: 200,
  body: await getMe(caller, store, now),
}));
