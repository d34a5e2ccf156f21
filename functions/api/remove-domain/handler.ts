import { removeDomain } from '#app/identity/sso/domains.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, { store }) => {
  await removeDomain(store, { caller, domain: params.domain }, now);
  return { status: 204 };
});
