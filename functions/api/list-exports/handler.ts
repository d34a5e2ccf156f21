import { listExports } from '#app/offboarding/exports.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobLinker } from '#runtime/wire/objects/exported-objects.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobLinker },
  async ({ caller, now }, ports) => ({ status: 200, body: await listExports({ caller, now }, ports) }),
);
