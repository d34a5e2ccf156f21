import { removeBundle } from '#app/bundles/manage-bundles.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, ports) => {
  await removeBundle({ caller, bundleId: params.bundleId.toLowerCase() }, ports, now);
  return { status: 204 };
});
