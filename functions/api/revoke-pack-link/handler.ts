import { revokeLink } from '#app/auditor-packs/auditor-pack-links.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, { store }) => {
  await revokeLink({ caller, ...params, now }, store);
  return { status: 204 };
});
