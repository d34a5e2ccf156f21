const sniffedBytes = 8192;

/** UTF-16 text with a byte order mark as UTF-8; undefined when there is no such mark. */
const fromUtf16 = (bytes: Buffer): Buffer | undefined => {
  if (bytes.length < 2) return undefined;
  const mark = bytes.readUInt16LE(0);
  if (mark === 0xfeff) return Buffer.from(bytes.toString('utf16le', 2), 'utf8');
  if (mark !== 0xfffe) return undefined;
  const swapped = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2))).swap16();
  return Buffer.from(swapped.toString('utf16le'), 'utf8');
};

/**
 * The text of a file in an encoding whose ASCII characters are single bytes, invalid sequences left as they are.
 * @returns undefined for a binary file: a NUL among the first 8 KB.
 */
export const sourceText = (content: Uint8Array): Buffer | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const decoded = fromUtf16(bytes);
  if (decoded) return decoded;
  return bytes.subarray(0, sniffedBytes).includes(0) ? undefined : bytes;
};
