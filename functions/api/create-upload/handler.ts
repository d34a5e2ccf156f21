import { createUpload } from '#app/scans/create-upload.ts';
import { bodyLimitBytes, scanRequestTooLarge } from '#runtime/request-body.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobPresigner } from '#runtime/wire/objects/blob-presigner.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobPresigner },
  ({ caller: { organizationId }, body, idempotency, ids, now }, ports) => {
    const { mediaType, ...content } = body;
    if (content.contentLength > bodyLimitBytes) throw scanRequestTooLarge(content.contentLength);
    return createUpload({ organizationId, content, mediaType, idempotency }, { ...ports, ids }, now);
  },
);
