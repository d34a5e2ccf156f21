const pieceLength = 16_384;
/** Bytes are read several times faster than the characters of a text; each takes at most three. */
const bytes = Buffer.alloc(3 * pieceLength);

const quote = 0x22;
const backslash = 0x5c;
/** A bracket and its brace differ in one bit. */
const [opening, closing, bracketBit] = [0x7b, 0x7d, 0x20];

/**
 * Returns whether a JSON text opens more objects and arrays within each other than this; of any other text something.
 * A parser would run out of memory on a text of opening brackets alone.
 */
export const isNestedDeeper = (text: string, maxDepth: number): boolean => {
  let depth = 0;
  let isQuoted = false;
  let isEscaped = false;
  for (let from = 0; from < text.length; from += pieceLength) {
    const length = bytes.write(text.slice(from, from + pieceLength), 'utf8');
    const start: number = isEscaped ? 1 : 0;
    isEscaped = false;
    for (let at: number = start; at < length; at += 1) {
      let byte = bytes[at] ?? 0;
      if (isQuoted) {
        while (byte !== quote && byte !== backslash && at < length) byte = bytes[(at += 1)] ?? 0;
        if (at >= length) break;
        if (byte === backslash) at += 1;
        else isQuoted = false;
        isEscaped = at >= length;
        continue;
      }
      if (byte === quote) isQuoted = true;
      else if (byte > backslash - 2) {
        byte |= bracketBit;
        if (byte === opening) {
          depth += 1;
          if (depth > maxDepth) return true;
        } else if (byte === closing) depth -= 1;
      }
    }
  }
  return false;
};
