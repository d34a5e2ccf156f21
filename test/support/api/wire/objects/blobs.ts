import type { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { world } from '#test/support/api/endpoint-world.ts';

export const wireBlobReader = () => ({
  get: (...args: Parameters<MemoryBlobs['get']>) => world.blobs.get(...args),
  open: (...args: Parameters<MemoryBlobs['open']>) => world.blobs.open(...args),
});

export const wireBlobWriter = () => ({
  put: (...args: Parameters<MemoryBlobs['put']>) => world.blobs.put(...args),
});

export const wireBlobRemover = () => ({
  remove: (...args: Parameters<MemoryBlobs['remove']>) => world.blobs.remove(...args),
});
