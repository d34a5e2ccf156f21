import { loadRelease, openDocument, releaseMediaTypes } from '#app/bundles/read-releases.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireSigner, wireVerificationKeys } from '#runtime/wire/keys/signer.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    store: wireStore,
    blobs: wireBlobReader,
    signer: wireSigner,
    verificationKeys: wireVerificationKeys,
  },
  async ({ caller, params: { bundleId, version, document }, now }, ports) => {
    const { organizationId } = caller;
    const id = { organizationId, bundleId: bundleId.toLowerCase(), releaseVersion: version };
    const release = await loadRelease(ports, id);
    const stream = await openDocument(release, document, { ports, now });
    const headers: Record<string, string> = { 'Content-Type': releaseMediaTypes[document] };
    return { status: 200, headers, stream };
  },
);
