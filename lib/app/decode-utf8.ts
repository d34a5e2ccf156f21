/** Decodes UTF-8 without copying the bytes first: a second copy of a 10 MB body is too much for a small function. */
export const decodeUtf8 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
