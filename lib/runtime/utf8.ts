/** The text of UTF-8 bytes. The view spares a copy, which of a 10 MB body is one too many in a small function. */
export const decodeUtf8 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
