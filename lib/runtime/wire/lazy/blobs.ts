import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import { once } from './once.ts';

/** Loads the S3 client with the first object. */
export const wireLazyBlobReader = (): BlobReader => {
  const reader = once(async () => (await import('#runtime/wire/objects/blobs.ts')).wireBlobReader());
  return {
    get: async (...given) => (await reader()).get(...given),
    open: async (...given) => (await reader()).open(...given),
  };
};

export const wireLazyBlobWriter = (): BlobWriter => {
  const writer = once(async () => (await import('#runtime/wire/objects/blobs.ts')).wireBlobWriter());
  return { put: async (...given) => (await writer()).put(...given) };
};
