import { handOverToken } from '#app/identity/hand-over-token.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, { store }) => ({
  status: 200,
  body: await handOverToken(store, { caller, tokenId: params.tokenId }, now),
}));
