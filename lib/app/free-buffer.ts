/** Returns whether a view owns its buffer: a smaller view may share it with others. */
const ownBytes = 1_000_000;

/**
 * Frees the memory of bytes that are no longer read: the garbage collector only runs for its own heap, so that a
 * warm function would hold those of its last request in addition to the new ones.
 */
export const freeBuffer = ({ buffer }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= ownBytes) buffer.transfer(0);
};
