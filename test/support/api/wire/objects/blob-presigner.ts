import type { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { world } from '#test/support/api/endpoint-world.ts';

export const wireBlobPresigner = () => ({
  presignPut: (...args: Parameters<MemoryBlobs['presignPut']>) => world.blobs.presignPut(...args),
});
