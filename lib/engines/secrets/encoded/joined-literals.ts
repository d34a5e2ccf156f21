import type { EncodedText } from './encoded-text.ts';

const longestLiteral = 512;
const longestGap = 120;
const maxParts = 20;
const shortestJoined = 16;

const byteOf = (character: string): number => character.charCodeAt(0);
const backslash = byteOf('\\');
const lineFeed = byteOf('\n');
const tableOf = (characters: string): Uint8Array => {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) table[byte] = 1;
  return table;
};
const isQuote = tableOf('"\'`');
const isBlank = tableOf(' \t\r\n');
/** The operators that join strings: `+`, `.` and `..`, `&`, `<>`, `||`, and `\` at the end of a line. */
const operators: ReadonlySet<string> = new Set(['', '+', '.', '..', '&', '<>', '||', '\\']);
const isOperator = tableOf('+.&<>|\\');

const isTokenByte = (byte: number | undefined): boolean =>
  byte !== undefined && /[\w\-./+=:]/.test(String.fromCharCode(byte));

/** A literal between quotes. Offsets leave the quotes out. */
interface Literal {
  start: number;
  end: number;
}

/** Reads the literal whose quote is at an offset; undefined when its line ends first or it is too long. */
const literalAt = (bytes: Buffer, at: number): Literal | undefined => {
  const quote = bytes[at];
  const last = Math.min(bytes.length, at + 1 + longestLiteral);
  for (let end = at + 1; end < last; end += 1) {
    if (bytes[end] === quote) return { start: at + 1, end };
    if (bytes[end] === lineFeed) return undefined;
    if (bytes[end] === backslash) end += 1;
  }
  return undefined;
};

/** Returns the offset of the quote after an operator; -1 when something else follows. */
const nextQuote = (bytes: Buffer, from: number): number => {
  let operator = '';
  const last = Math.min(bytes.length, from + longestGap);
  for (let at = from; at < last; at += 1) {
    const byte = bytes[at]!;
    if (isQuote[byte] === 1) return operators.has(operator) ? at : -1;
    if (isOperator[byte] === 1) operator += String.fromCharCode(byte);
    else if (isBlank[byte] === 0) return -1;
  }
  return -1;
};

const chainAt = (bytes: Buffer, at: number): Literal[] => {
  const chain: Literal[] = [];
  let quote = at;
  while (quote !== -1 && chain.length < maxParts) {
    const literal = literalAt(bytes, quote);
    if (!literal) break;
    chain.push(literal);
    quote = nextQuote(bytes, literal.end + 1);
  }
  return chain;
};

/** Tells whether a token continues from one literal to the next; sentences are split at a space. */
const hasSplitToken = (bytes: Buffer, chain: readonly Literal[]): boolean =>
  chain.some(({ end }, index) => {
    const next = chain[index + 1];
    return next !== undefined && isTokenByte(bytes[end - 1]) && isTokenByte(bytes[next.start]);
  });

/** Finds strings that a statement joins from literals, as in `"AKIA" + "…"`, in linear time. */
export const joinedLiterals = (bytes: Buffer): EncodedText[] => {
  const found: EncodedText[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    if (isQuote[bytes[at]!] === 0) continue;
    const chain = chainAt(bytes, at);
    const [first, last] = [chain[0], chain.at(-1)];
    if (!first || !last || first === last) continue;
    at = last.end;
    if (!hasSplitToken(bytes, chain)) continue;
    const decoded = Buffer.concat(chain.map(({ start, end }) => bytes.subarray(start, end)));
    if (decoded.length >= shortestJoined)
      found.push({ encoding: 'joined', start: first.start, end: last.end, decoded });
  }
  return found;
};
