const sniffedBytes = 8192;
/** The byte order marks of UTF-16, read as little-endian. */
const byteOrderMark = { littleEndian: 0xfeff, bigEndian: 0xfffe };

const fromLittleEndian = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('utf16le'), 'utf8');

const fromBigEndian = (bytes: Buffer): Buffer =>
  fromLittleEndian(Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16());

/** Returns the share of NUL bytes at even and at odd positions near the beginning. */
const nulShares = (bytes: Buffer): { even: number; odd: number } => {
  const length = Math.min(sniffedBytes, bytes.length - (bytes.length % 2));
  const nuls = [0, 0];
  for (let i = 0; i < length; i += 1) if (bytes[i] === 0) nuls[i % 2]! += 1;
  return { even: (nuls[0]! * 2) / length, odd: (nuls[1]! * 2) / length };
};

/** Converts UTF-16, recognized by its byte order mark or its NUL bytes, to UTF-8; undefined for anything else. */
const fromUtf16 = (bytes: Buffer): Buffer | undefined => {
  if (bytes.length < 2) return undefined;
  const mark = bytes.readUInt16LE(0);
  if (mark === byteOrderMark.littleEndian) return fromLittleEndian(bytes.subarray(2));
  if (mark === byteOrderMark.bigEndian) return fromBigEndian(bytes.subarray(2));
  if (!bytes.subarray(0, sniffedBytes).includes(0)) return undefined;
  const { even, odd } = nulShares(bytes);
  if (odd > 0.7 && even < 0.02) return fromLittleEndian(bytes);
  return even > 0.7 && odd < 0.02 ? fromBigEndian(bytes) : undefined;
};

/**
 * At least this share of the bytes other than NUL is printable in a text; in compressed data and programs it is at
 * most half.
 */
const printableShare = 0.9;
const fewestPrintable = 16;
const space = 0x20;

const isPrintable = (byte: number): boolean =>
  (byte >= space && byte !== 0x7f) || (byte >= 0x09 && byte <= 0x0d);

/** Returns whether a file with NUL bytes is otherwise a text, judging by its first other bytes. */
const isTextBesideNuls = (bytes: Buffer): boolean => {
  let [printable, seen] = [0, 0];
  for (let at = 0; at < bytes.length && seen < sniffedBytes; at += 1) {
    const byte = bytes[at]!;
    if (byte === 0) continue;
    seen += 1;
    if (isPrintable(byte) && byte < 0x80) printable += 1;
  }
  return printable >= fewestPrintable && printable >= seen * printableShare;
};

/**
 * Returns the text of a file like `sourceText`, and also of a text with NUL bytes, which become spaces.
 * @returns undefined for a binary file.
 */
export const textBesideNuls = (content: Uint8Array): Buffer | undefined => {
  const text = sourceText(content);
  if (text) return text;
  const bytes = Buffer.from(content);
  return isTextBesideNuls(bytes) ? (bytes.map((byte) => (byte === 0 ? space : byte)) as Buffer) : undefined;
};

/**
 * Returns the text of a file in an encoding with single-byte ASCII; invalid sequences stay as they are.
 * @returns undefined for a binary file: a NUL among the first 8 KB.
 */
export const sourceText = (content: Uint8Array): Buffer | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const decoded = fromUtf16(bytes);
  if (decoded) return decoded;
  return bytes.subarray(0, sniffedBytes).includes(0) ? undefined : bytes;
};
