import { createLink } from '#app/auditor-packs/auditor-pack-links.ts';
import { serve } from '#runtime/serve.ts';
import { wirePublicAddress } from '#runtime/wire/public-address.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, publicAddress: wirePublicAddress },
  async ({ caller, params: { packId }, body: { hours }, now, ids }, ports) => ({
    status: 201,
    body: await createLink({ caller, packId, hours, now }, { ...ports, ids }),
  }),
);
