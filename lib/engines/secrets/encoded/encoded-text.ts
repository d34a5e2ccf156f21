import { joinedLiterals } from './joined-literals.ts';

/** A part of a file that decodes to text. Offsets are in bytes. */
export interface EncodedText {
  encoding: 'base64' | 'hex' | 'percent' | 'escaped' | 'joined';
  start: number;
  end: number;
  decoded: Buffer;
}

/** Shorter runs hold no credential that a rule recognizes. */
const shortest = { base64: 24, hex: 32 };
/** Wrapped base64 continues on the next line when a line has at least this many characters. */
const wrappedLine = 60;
/** These bytes decide whether a run decodes to text, so that hashes and images cost almost nothing. */
const probedBytes = 48;

const tableOf = (characters: string): Uint8Array => {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) table[byte] = 1;
  return table;
};

const hexDigits = '0123456789ABCDEFabcdef';
const isHexDigit = tableOf(hexDigits);
const isBase64 = tableOf(`${hexDigits}GHIJKLMNOPQRSTUVWXYZghijklmnopqrstuvwxyz+/-_`);
const endsToken = tableOf(' \t\r\n"\'`<>');
const [percent, equals, lineFeed, backslash] = [...Buffer.from('%=\n\\')] as [number, number, number, number];
const isBlank = tableOf(' \t\r');

const isText = (decoded: Buffer): boolean => {
  const probe = decoded.subarray(0, probedBytes);
  return (
    probe.length >= 8 && probe.every((byte) => (byte >= 0x20 && byte <= 0x7e) || (byte >= 9 && byte <= 13))
  );
};

const runEnd = (bytes: Buffer, start: number, table: Uint8Array): number => {
  let end = start;
  while (end < bytes.length && table[bytes[end]!] === 1) end += 1;
  return end;
};

/** Returns the end of base64 that begins at `start`, over the lines it is wrapped into. */
const base64End = (bytes: Buffer, start: number): number => {
  let lineStart = start;
  for (;;) {
    const end = runEnd(bytes, lineStart, isBase64);
    const length = end - lineStart;
    if (length < wrappedLine || length % 4 !== 0 || bytes[end] === equals) return end;
    const feed = runEnd(bytes, end, isBlank);
    if (bytes[feed] !== lineFeed) return end;
    const next = runEnd(bytes, feed + 1, isBlank);
    if (next >= bytes.length || isBase64[bytes[next]!] !== 1) return end;
    lineStart = next;
  }
};

const decodeRun = (bytes: Buffer, start: number, end: number): EncodedText | undefined => {
  const length = end - start;
  if (length >= shortest.hex && length % 2 === 0 && runEnd(bytes, start, isHexDigit) === end) {
    const decoded = Buffer.from(bytes.toString('latin1', start, end), 'hex');
    if (isText(decoded)) return { encoding: 'hex', start, end, decoded };
  }
  if (length < shortest.base64) return undefined;
  const probe = bytes.toString('latin1', start, Math.min(end, start + (probedBytes / 3) * 4));
  if (!isText(Buffer.from(probe, 'base64'))) return undefined;
  return {
    encoding: 'base64',
    start,
    end,
    decoded: Buffer.from(bytes.toString('latin1', start, end), 'base64'),
  };
};

const base64AndHex = (bytes: Buffer): EncodedText[] => {
  const found: EncodedText[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    if (isBase64[bytes[at]!] !== 1) continue;
    const end = base64End(bytes, at);
    const encoded = decodeRun(bytes, at, end);
    if (encoded) found.push(encoded);
    at = end;
  }
  return found;
};

const isEscape = (bytes: Buffer, at: number): boolean =>
  bytes[at] === percent && isHexDigit[bytes[at + 1] ?? 0] === 1 && isHexDigit[bytes[at + 2] ?? 0] === 1;

const withoutEscapes = (bytes: Buffer, start: number, end: number): Buffer => {
  const decoded = Buffer.alloc(end - start);
  let length = 0;
  for (let at = start; at < end; at += 1, length += 1) {
    if (isEscape(bytes, at)) {
      decoded[length] = Number.parseInt(bytes.toString('latin1', at + 1, at + 3), 16);
      at += 2;
    } else decoded[length] = bytes[at]!;
  }
  return decoded.subarray(0, length);
};

const percentEncoded = (bytes: Buffer): EncodedText[] => {
  const found: EncodedText[] = [];
  let done = 0;
  for (let at = bytes.indexOf(percent); at !== -1; at = bytes.indexOf(percent, Math.max(at + 1, done))) {
    if (!isEscape(bytes, at)) continue;
    let start = at;
    while (start > done && endsToken[bytes[start - 1]!] === 0) start -= 1;
    let end = at;
    while (end < bytes.length && endsToken[bytes[end]!] === 0) end += 1;
    const decoded = withoutEscapes(bytes, start, end);
    if (isText(decoded)) found.push({ encoding: 'percent', start, end, decoded });
    done = end;
  }
  return found;
};

const escapeForm = /\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]{1,6}\})/g;
const longestEscaped = 4096;
const [letterX, letterU] = [...Buffer.from('xu')] as [number, number];

/** Finds tokens with escapes of characters, as in `"\\x41KIA…"` and `"\\u0041KIA…"`. */
const escapedTokens = (bytes: Buffer): EncodedText[] => {
  const found: EncodedText[] = [];
  let done = 0;
  for (let at = bytes.indexOf(backslash); at !== -1; at = bytes.indexOf(backslash, Math.max(at + 1, done))) {
    if (bytes[at + 1] !== letterX && bytes[at + 1] !== letterU) continue;
    let start = at;
    while (start > done && endsToken[bytes[start - 1]!] === 0) start -= 1;
    let end = at;
    while (end < bytes.length && endsToken[bytes[end]!] === 0) end += 1;
    done = end;
    const written = bytes.toString('latin1', start, Math.min(end, start + longestEscaped));
    const decoded = written.replace(escapeForm, (escape) =>
      String.fromCharCode(Number.parseInt(escape.slice(2).replace(/[{}]/g, ''), 16)),
    );
    if (decoded === written) continue;
    const text = Buffer.from(decoded);
    if (isText(text)) found.push({ encoding: 'escaped', start, end, decoded: text });
  }
  return found;
};

/** Finds the parts of a file that are encoded text, in one pass for each kind of encoding. */
export const encodedTexts = (bytes: Buffer): EncodedText[] => [
  ...base64AndHex(bytes),
  ...percentEncoded(bytes),
  ...escapedTokens(bytes),
  ...joinedLiterals(bytes),
];
