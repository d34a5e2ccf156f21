/** Parts of 16 KB make 5 to 10 MB of garbage meanwhile. */
const partsEach = 64;

/**
 * Returns a function that collects garbage each time some parts of a document have been parsed: V8 would let a heap of 8
 * MB grow to twice that first. It does nothing where a process may not collect.
 */
export const collectOften = (): (() => void) => {
  let parts = 0;
  return () => {
    parts += 1;
    if (parts % partsEach === 0) void globalThis.gc?.();
  };
};
