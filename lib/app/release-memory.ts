/** Smaller pieces of memory may lie in one that others share. */
const ownBytes = 1_000_000;

/**
 * Gives the memory of bytes back at once, which nobody reads any more: the garbage collector only comes for its own
 * heap, so that a warm function would hold those of its last request beside the new ones.
 */
export const releaseMemory = ({ buffer }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= ownBytes) buffer.transfer(0);
};
