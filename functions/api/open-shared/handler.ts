import { openLink } from '#app/auditor-packs/auditor-pack-links.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { wireBlobLinker } from '#runtime/wire/objects/exported-objects.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(
  endpoint,
  { store: wireStore, blobs: wireBlobLinker },
  async ({ body: { link }, now }, ports) => ({ status: 200, body: await openLink({ link, now }, ports) }),
);
