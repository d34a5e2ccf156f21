const pieceLength = 16_384;
/** Bytes are read several times faster than the characters of a string; each character takes at most three. */
const bytes = Buffer.alloc(3 * pieceLength + 1);

const quote = 0x22;
const backslash = 0x5c;

/** The meanings of bytes outside of strings. */
const [plain, quoting, opening, closing] = [0, 1, 2, 3];
const meanings = new Uint8Array(256);
for (const [meaning, signs] of [
  [quoting, '"'],
  [opening, '{['],
  [closing, '}]'],
] as const)
  for (const sign of Buffer.from(signs)) meanings[sign] = meaning;

/** Copies the next piece of a text, in UTF-8. @returns the number of its bytes. */
const copyPiece = (text: string | Buffer, from: number): number =>
  typeof text === 'string'
    ? bytes.write(text.slice(from, from + pieceLength), 'utf8')
    : text.copy(bytes, 0, from, from + pieceLength);

/** Returns whether a text has a sign more often than a number of times. */
const hasMore = (text: string | Buffer, sign: string, times: number): boolean => {
  let at = -1;
  for (let count = 0; count <= times; count += 1) {
    at = text.indexOf(sign, at + 1);
    if (at === -1) return false;
  }
  return true;
};

/**
 * Returns whether a JSON text nests objects and arrays deeper than this; for any other text the result is arbitrary.
 * A parser would run out of memory on a text of nothing but opening brackets.
 */
export const isNestedDeeper = (text: string | Buffer, maxDepth: number): boolean => {
  // Most texts with few objects and arrays are long lists of strings.
  const half = Math.floor(maxDepth / 2);
  if (!hasMore(text, '{', half) && !hasMore(text, '[', half)) return false;
  let depth = 0;
  let isQuoted = false;
  let skipped = 0;
  for (let from = 0; from < text.length; from += pieceLength) {
    const length = copyPiece(text, from);
    // A quote after the last byte ends both loops below, without a comparison for each byte.
    bytes[length] = quote;
    let at = skipped;
    while (at < length) {
      if (isQuoted) {
        let byte = bytes[at];
        while (byte !== quote && byte !== backslash) byte = bytes[(at += 1)];
        if (at < length) isQuoted = byte === backslash;
        at += byte === backslash ? 2 : 1;
      } else {
        let meaning = meanings[bytes[at]!];
        while (meaning === plain) meaning = meanings[bytes[(at += 1)]!];
        if (at < length) {
          isQuoted = meaning === quoting;
          if (meaning === closing) depth -= 1;
          else if (meaning === opening && (depth += 1) > maxDepth) return true;
        }
        at += 1;
      }
    }
    // The character that a backslash at the end escapes is the first byte of the next chunk.
    skipped = at > length && bytes[length - 1] === backslash && isQuoted ? 1 : 0;
  }
  return false;
};
