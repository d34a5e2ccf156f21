const sniffedBytes = 8192;
const space = 0x20;
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

/** The byte order marks of UTF-32, read as big-endian. */
const wideMarks = [0xfffe0000, 0x0000feff];

const markLength = (bytes: Buffer): number => {
  if (bytes.length < 4) return 0;
  if (wideMarks.includes(bytes.readUInt32BE(0))) return 4;
  return Object.values(byteOrderMark).includes(bytes.readUInt16LE(0)) ? 2 : 0;
};

/**
 * Converts UTF-16, recognized by its byte order mark or its NUL bytes, to UTF-8; undefined for anything else. A mark counts only
 * before NUL bytes: a committer can put it before any text, and some languages run what follows.
 */
const fromUtf16 = (bytes: Buffer): Buffer | undefined => {
  if (bytes.length < 4 || !bytes.includes(0)) return undefined;
  if (wideMarks.includes(bytes.readUInt32BE(0))) return narrowed(bytes.subarray(4));
  const mark = bytes.readUInt16LE(0);
  if (mark === byteOrderMark.littleEndian) return fromLittleEndian(bytes.subarray(2));
  if (mark === byteOrderMark.bigEndian) return fromBigEndian(bytes.subarray(2));
  if (!bytes.subarray(0, sniffedBytes).includes(0)) return undefined;
  const { even, odd } = nulShares(bytes);
  if (odd > 0.7 && even < 0.02) return fromLittleEndian(bytes);
  return even > 0.7 && odd < 0.02 ? fromBigEndian(bytes) : undefined;
};

/** Returns the length of the bytes from here on that are NUL or, with `others`, that are not. */
const runAt = (bytes: Buffer, start: number, others: boolean): number => {
  let end = start;
  while (end < bytes.length && (bytes[end] !== 0) === others) end += 1;
  return end - start;
};

/**
 * Reads ASCII in any mixture of encodings: NUL bytes beside a single other byte, as in UTF-16 and UTF-32, are left out, and those
 * between words become spaces.
 */
const narrowed = (bytes: Buffer): Buffer => {
  const text = Buffer.alloc(bytes.length);
  let [length, at, before] = [0, 0, 1];
  while (at < bytes.length) {
    const nuls = runAt(bytes, at, false);
    const others = runAt(bytes, at + nuls, true);
    if (nuls > 0 && before > 1 && others > 1) length += text.write(' ', length);
    length += bytes.copy(text, length, at + nuls, at + nuls + others);
    at += nuls + others;
    before = others;
  }
  return text.subarray(0, length);
};

/** Characters that a text does not have. */
const unreadable = /[\p{Cn}\p{Co}\p{Cs}\ufffd]|[^\P{Cc}\t-\r\x80-\x9f]/gu;
const fewestCharacters = 16;

const isReadable = (text: string, share: number): boolean =>
  text.length >= fewestCharacters && (text.match(unreadable)?.length ?? 0) <= text.length * (1 - share);

/** In a text nearly all characters are readable, even with a part in another encoding; in programs at most half of them are. */
const readableShare = 0.7;
/** Any two bytes are mostly a character of UTF-16. */
const readableShareOfUtf16 = 0.98;

/** Returns whether a file with NUL bytes is otherwise a text, judging by its first other bytes. */
const isTextBesideNuls = (bytes: Buffer): boolean => {
  const others = Buffer.from(bytes.subarray(0, 4 * sniffedBytes).filter((byte) => byte !== 0));
  return isReadable(others.toString('utf8', 0, sniffedBytes), readableShare);
};

/**
 * Returns whether a file that begins as a text has a part that is none, such as a script with an archive behind it: from its
 * first NUL on, a piece of 8 KB of which hardly anything is readable.
 */
export const hasBinaryPart = (content: Uint8Array): boolean => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const first = bytes.indexOf(0);
  if (first < sniffedBytes) return false;
  for (let at = first; at < bytes.length; at += sniffedBytes) {
    const others = Buffer.from(bytes.subarray(at, at + sniffedBytes).filter((byte) => byte !== 0));
    const text = others.toString('utf8');
    if (text.length >= fewestCharacters && !isReadable(text, readableShare)) return true;
  }
  return false;
};

/** Converts UTF-16 whose characters are mostly beyond ASCII, so that few of its bytes are NUL. */
const fromWideUtf16 = (bytes: Buffer): Buffer | undefined => {
  const sample = bytes.subarray(0, Math.min(sniffedBytes, bytes.length - (bytes.length % 2)));
  return [fromLittleEndian, fromBigEndian].find((decode) =>
    isReadable(decode(sample).toString('utf8'), readableShareOfUtf16),
  )?.(bytes);
};

const withSpaces = (bytes: Buffer): Buffer => bytes.map((byte) => (byte === 0 ? space : byte)) as Buffer;

/**
 * Returns the text of a file like `sourceText`, and also of a text with NUL bytes, which become spaces.
 * @returns undefined for a binary file.
 */
export const textBesideNuls = (content: Uint8Array): Buffer | undefined => {
  const text = sourceText(content);
  if (text) return text;
  const bytes = Buffer.from(content);
  return isTextBesideNuls(bytes) ? withSpaces(bytes) : fromWideUtf16(bytes);
};

/**
 * Returns each text that a file may be read as: that of `textBesideNuls` and, if the file has NUL bytes and what is ASCII in it
 * reads otherwise, the others. Whoever runs a file may skip what does not fit, so that all have to be searched.
 * @param text the first of them, if it is known.
 * @returns none for a binary file.
 */
export const readingsOf = (content: Uint8Array, text = textBesideNuls(content)): Buffer[] => {
  if (!text) return [];
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!bytes.includes(0)) return [text];
  const narrow = narrowed(bytes.subarray(markLength(bytes)));
  const others = narrow.equals(text) ? [] : [narrow, withSpaces(bytes)];
  return [text, ...others.filter((other) => !other.equals(text))];
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
