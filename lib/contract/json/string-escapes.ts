import { notJson } from './refuse-unsafe-json.ts';

const backslash = 0x5c;
const letterU = 0x75;
const replacement = 0xfffd;

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
const isSurrogate = (unit: number): boolean => isHighSurrogate(unit) || isLowSurrogate(unit);

const digitOf = (byte: number | undefined): number => {
  if (byte === undefined) throw notJson();
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  if (lower >= 0x61 && lower <= 0x66) return lower - 0x57;
  throw notJson();
};

/** Reads the four hex digits at `at`. @throws Problem malformed_json */
const readUnit = (source: Buffer, at: number): number =>
  (digitOf(source[at]) << 12) |
  (digitOf(source[at + 1]) << 8) |
  (digitOf(source[at + 2]) << 4) |
  digitOf(source[at + 3]);

/**
 * Reads the code point of the escape whose digits begin at `at`, together with the second half of a surrogate pair;
 * the result is then above U+FFFF. A lone surrogate is returned unchanged. @throws Problem malformed_json
 */
export const codePoint = (source: Buffer, at: number): number => {
  const unit = readUnit(source, at);
  if (!isHighSurrogate(unit) || source[at + 4] !== backslash || source[at + 5] !== letterU) return unit;
  const second = readUnit(source, at + 6);
  return isLowSurrogate(second) ? 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00) : unit;
};

/** Writes a code point in UTF-8; a lone surrogate becomes U+FFFD. @returns the offset for the next byte. */
export const writeUtf8 = (out: Buffer, at: number, point: number): number => {
  const known = isSurrogate(point) ? replacement : point;
  if (known < 0x80) {
    out[at] = known;
    return at + 1;
  }
  let more = 1;
  if (known >= 0x800) more = known >= 0x10000 ? 3 : 2;
  out[at] = ((0xf00 >> (more + 1)) & 0xff) | (known >> (6 * more));
  for (let left = more - 1; left >= 0; left -= 1)
    out[at + more - left] = 0x80 | ((known >> (6 * left)) & 0x3f);
  return at + more + 1;
};

/** Writes a code point as JSON.stringify does within a string. @returns the offset for the next byte. */
export const writeEscaped = (out: Buffer, at: number, point: number): number =>
  point < 0x20 || point === 0x22 || point === backslash || isSurrogate(point)
    ? at + out.write(JSON.stringify(String.fromCharCode(point)).slice(1, -1), at, 'latin1')
    : writeUtf8(out, at, point);
