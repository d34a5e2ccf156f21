/** A smaller view may share its buffer with others. */
const ownBytes = 1_000_000;

/**
 * Releases at once the memory of bytes that are no longer read: the garbage collector runs only for its own
 * heap, so that a warm function would hold those of its last request beside the new ones.
 */
export const freeBuffer = ({ buffer }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= ownBytes) buffer.transfer(0);
};
