const maxBytes = 1024;
const firstLine = /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v\d/;

/** Returns whether a file is a pointer of Git LFS: its content is on another server and is not fetched. */
export const isLfsPointer = (bytes: Uint8Array): boolean =>
  bytes.length <= maxBytes && firstLine.test(Buffer.from(bytes).toString('latin1'));
