import { getAuditorPack } from '#app/auditor-packs/auditor-packs.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, params: { packId }, now }, { store }) => ({
    status: 200,
    body: await getAuditorPack({ caller, packId }, { store, now }),
  }),
);
