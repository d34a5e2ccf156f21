const endMark = 0;
/** Any character that has a meaning in JSON has a lower code, and so has the last one that it forbids in strings. */
const other = 0xff;

/** The codes of visible characters of ASCII that mean themselves in a string. */
export const plainCodes = Uint8Array.from({ length: 0x100 }, (_, code) =>
  Number(code > 0x20 && code < 0x7f && code !== 0x22 && code !== 0x5c),
);

const pieceLength = 16_384;

/** Writes the codes of a text that has others than those of a byte. */
const writeWideCodes = (codes: Uint8Array, text: string): void => {
  const wide = new Uint16Array(pieceLength);
  const bytes = Buffer.from(wide.buffer);
  for (let from = 0; from < text.length; from += pieceLength) {
    const length = bytes.write(text.slice(from, from + pieceLength), 'utf16le') / 2;
    for (let at = 0; at < length; at += 1) codes[from + at] = Math.min(wide[at]!, other);
  }
};

/**
 * Returns the codes of all characters, with an end mark that no JSON text has. Elements of a typed array are read in
 * two thirds of the time that characters of a string take. They are bytes, which take half the memory: JSON gives no
 * meaning to a character beyond them.
 */
export const codesOf = (text: string): Uint8Array<ArrayBuffer> => {
  const codes = new Uint8Array(text.length + 1);
  const bytes = Buffer.from(codes.buffer);
  if (Buffer.byteLength(text) === text.length) bytes.write(text, 'latin1');
  else writeWideCodes(codes, text);
  codes[text.length] = endMark;
  return codes;
};

/** Returns the position after the comment that starts at a position, or the position itself where none starts. */
export const endOfComment = (text: string, from: number): number => {
  const isLine = text.startsWith('//', from);
  if (!isLine && !text.startsWith('/*', from)) return from;
  const end = isLine ? text.indexOf('\n', from) : text.indexOf('*/', from + 2);
  if (end === -1) return text.length;
  return isLine ? end : end + 2;
};

const [plus, minus, point, zero, unicode] = [0x2b, 0x2d, 0x2e, 0x30, 0x75];

/** The kinds of characters that numbers and escapes have, by their bits. */
const [digit, hexadecimal, exponent, escapable] = [1, 2, 4, 8];
const kinds = new Uint8Array(256);
for (const [kind, signs] of [
  [digit, '0123456789'],
  [hexadecimal, '0123456789abcdefABCDEF'],
  [exponent, 'eE'],
  [escapable, '"\\/bfnrt'],
] as const)
  for (const sign of Buffer.from(signs)) kinds[sign]! |= kind;

const is = (codes: Uint8Array, at: number, kind: number): boolean => (kinds[codes[at]!]! & kind) !== 0;

const endOfDigits = (codes: Uint8Array, from: number): number => {
  let at = from;
  while (is(codes, at, digit)) at += 1;
  return at;
};

const endOfNumber = (codes: Uint8Array, from: number): number | undefined => {
  const first = codes[from] === minus ? from + 1 : from;
  let at = codes[first] === zero ? first + 1 : endOfDigits(codes, first);
  if (at === first) return undefined;
  if (codes[at] === point && is(codes, at + 1, digit)) at = endOfDigits(codes, at + 1);
  if (!is(codes, at, exponent)) return at;
  const sign = codes[at + 1];
  const power = sign === plus || sign === minus ? at + 2 : at + 1;
  return is(codes, power, digit) ? endOfDigits(codes, power) : at;
};

const literals = ['true', 'false', 'null'].map((word) => Buffer.from(word));

/** Returns the position after the number, truth value or null that starts at a position, if one does. */
export const endOfScalar = (codes: Uint8Array, at: number): number | undefined => {
  const literal = literals.find(([first]) => codes[at] === first);
  if (!literal) return endOfNumber(codes, at);
  return literal.every((code, index) => codes[at + index] === code) ? at + literal.length : undefined;
};

/** Returns the position after the escape of a string that starts at a position, if one does. */
export const endOfEscape = (codes: Uint8Array, at: number): number | undefined => {
  if (codes[at + 1] !== unicode) return is(codes, at + 1, escapable) ? at + 2 : undefined;
  for (let place = at + 2; place < at + 6; place += 1) if (!is(codes, place, hexadecimal)) return undefined;
  return at + 6;
};
