import type { BlobReader, BlobRemover, BlobWriter } from '#ports/blobs.ts';
import { once } from './once.ts';

/** Loads the S3 client with the first object. */
export const wireLazyBlobs = (): BlobReader & BlobWriter & BlobRemover => {
  const blobs = once(async () => {
    const { wireBlobReader, wireBlobWriter, wireBlobRemover } =
      await import('#runtime/wire/objects/blobs.ts');
    return { ...wireBlobReader(), ...wireBlobWriter(), ...wireBlobRemover() };
  });
  return {
    get: async (...given) => (await blobs()).get(...given),
    open: async (...given) => (await blobs()).open(...given),
    put: async (...given) => (await blobs()).put(...given),
    remove: async (...given) => (await blobs()).remove(...given),
  };
};

export const wireLazyBlobReader: () => BlobReader = wireLazyBlobs;
