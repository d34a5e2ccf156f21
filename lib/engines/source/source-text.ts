const sniffedBytes = 8192;

const fromLittleEndian = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('utf16le'), 'utf8');

const fromBigEndian = (bytes: Buffer): Buffer =>
  fromLittleEndian(Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16());

/** How many of the first bytes at even and at odd places are NUL, as halves. */
const nulShares = (bytes: Buffer): { even: number; odd: number } => {
  const length = Math.min(sniffedBytes, bytes.length - (bytes.length % 2));
  const nuls = [0, 0];
  for (let i = 0; i < length; i += 1) if (bytes[i] === 0) nuls[i % 2]! += 1;
  return { even: (nuls[0]! * 2) / length, odd: (nuls[1]! * 2) / length };
};

/** UTF-16 text as UTF-8, known by its byte order mark or by the NULs in every other place; undefined for any other. */
const fromUtf16 = (bytes: Buffer): Buffer | undefined => {
  if (bytes.length < 2) return undefined;
  const mark = bytes.readUInt16LE(0);
  if (mark === 0xfeff) return fromLittleEndian(bytes.subarray(2));
  if (mark === 0xfffe) return fromBigEndian(bytes.subarray(2));
  if (!bytes.subarray(0, sniffedBytes).includes(0)) return undefined;
  const { even, odd } = nulShares(bytes);
  if (odd > 0.7 && even < 0.02) return fromLittleEndian(bytes);
  return even > 0.7 && odd < 0.02 ? fromBigEndian(bytes) : undefined;
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
