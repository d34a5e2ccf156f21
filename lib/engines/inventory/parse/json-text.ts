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

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

const endOfMatch = (expression: RegExp, text: string, at: number): number | undefined => {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : undefined;
};

const literals = ['true', 'false', 'null'];

/** Returns the position after the number, truth value or null that starts at a position, if one does. */
export const endOfScalar = (text: string, at: number): number | undefined => {
  const literal = literals.find((each) => text.startsWith(each, at));
  return literal ? at + literal.length : endOfMatch(number, text, at);
};

/** Returns the position after the escape of a string that starts at a position, if one does. */
export const endOfEscape = (text: string, at: number): number | undefined => endOfMatch(escape, text, at);
