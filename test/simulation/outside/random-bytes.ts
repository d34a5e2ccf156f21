/** Stands in for chance of node:crypto where an emulator makes ids: bytes that follow from the seed. */
export const randomBytes = (count: number): Buffer =>
  Buffer.from(Array.from({ length: count }, () => Math.floor(Math.random() * 256)));
