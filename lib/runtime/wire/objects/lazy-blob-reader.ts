import type { BlobReader } from '#ports/blobs.ts';

/** Reads objects by a client that is loaded when it is first needed, for functions that seldom read any. */
export const wireLazyBlobReader = (): BlobReader => {
  let loaded: Promise<BlobReader> | undefined;
  const reader = () => (loaded ??= import('./blobs.ts').then(({ wireBlobReader }) => wireBlobReader()));
  return {
    get: async (...given) => (await reader()).get(...given),
    open: async (...given) => (await reader()).open(...given),
  };
};
