/** Buffers of at least this size are freed. Node pools small ones, which several views then share. */
const minFreedBytes = 1_000_000;

/**
 * Frees the memory of bytes that are no longer read: the garbage collector only runs for its own heap, so that a
 * warm function would hold those of its last request in addition to the new ones.
 */
export const freeBuffer = ({ buffer }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= minFreedBytes) buffer.transfer(0);
};
