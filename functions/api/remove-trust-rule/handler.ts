import { removeTrustRule } from '#app/identity/ci-trust/manage-trust-rules.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, { store }) => {
  await removeTrustRule({ caller, trustId: params.trustId.toLowerCase() }, { store, log }, now);
  return { status: 204 };
});
