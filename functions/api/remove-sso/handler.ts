import { removeSso } from '#app/identity/sso/sso-settings.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, headers, now }, { store }) => {
  await removeSso(store, { caller, ifMatch: headers['if-match'] }, now);
  return { status: 204 };
});
