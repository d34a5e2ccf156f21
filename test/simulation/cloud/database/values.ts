export type Item = Readonly<Record<string, unknown>>;

/** A list or map takes three bytes, and each of its elements one more. */
const collectionBytes = 3;
const elementBytes = 1;

/** The significant digits of a number as the database writes it, and the place of its point. */
const numberSyntax = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** The bytes of a whole number that is written without an exponent: digits are paired from the point on. */
const wholeBytes = (value: number): number => {
  if (value === 0) return 1;
  let [left, zeros, digits] = [Math.abs(value), 0, 0];
  for (; left % 10 === 0; left /= 10) zeros += 1;
  for (; left >= 1; left = Math.floor(left / 10)) digits += 1;
  return Math.ceil((digits + (zeros % 2)) / 2) + 1 + (value < 0 ? 1 : 0);
};

/** A number has a byte for every two of its significant digits, one for its exponent, and one for its sign below zero. */
const numberBytes = (value: number): number => {
  if (Number.isSafeInteger(value)) return wholeBytes(value);
  const [, sign = '', whole = '', part = '', exponent = '0'] = numberSyntax.exec(String(value)) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return 1;
  // Digits are paired from the point on, so that the first or last one may stand alone.
  const below = part.length - Number(exponent) - (digits.length - significant.length);
  const pairs = Math.ceil((significant.length + (Math.abs(below) % 2)) / 2);
  return pairs + 1 + (sign === '' ? 0 : 1);
};

const sizes = new WeakMap<Item, number>();

/** The bytes of an item that was copied. */
export const bytesOf = (item: Item): number => sizes.get(item) ?? 0;

const valueBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return numberBytes(value);
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof Uint8Array) return value.length;
  if (!Array.isArray(value)) return collectionBytes + itemBytes(value as Item, elementBytes);
  let bytes = collectionBytes + elementBytes * value.length;
  for (const one of value) bytes += valueBytes(one);
  return bytes;
};

/** Counts the bytes of an item as the database does. */
export const itemBytes = (item: Item, bytesOfEach = 0): number => {
  let bytes = 0;
  for (const name of Object.keys(item)) {
    const value = item[name];
    if (value !== undefined) bytes += Buffer.byteLength(name) + bytesOfEach + valueBytes(value);
  }
  return bytes;
};

const copied = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Array.isArray(value) ? Object.freeze(value.map(copied)) : fieldsOf(value as Item);
};

const fieldsOf = (fields: Item): Record<string, unknown> => {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== undefined) copy[name] = copied(value);
  }
  return Object.freeze(copy);
};

/**
 * Copies what the database stores, which has no undefined values, and counts its bytes as the database does. Nobody can change
 * the copy, so that all who read it may have the same one.
 */
export const storedCopy = (item: Item): Record<string, unknown> => {
  const copy = fieldsOf(item);
  sizes.set(copy, itemBytes(item));
  return copy;
};

const surrogate = /[\ud800-\udfff]/;
const high = /[\ud800-\uffff]/g;
const firstSurrogate = 0xd800;
const afterSurrogates = 0xe000;

/** Moves surrogates behind all other units, where the characters that they stand for belong. */
const byCharacter = (text: string): string =>
  text.replaceAll(high, (unit) => {
    const code = unit.charCodeAt(0);
    const isSurrogate = code < afterSurrogates;
    return String.fromCharCode(
      isSurrogate ? code + 0x10000 - afterSurrogates : code - (afterSurrogates - firstSurrogate),
    );
  });

/** Whether a text comes before another one in the order of their bytes in UTF-8, which is that of their characters. */
export const isBefore = (one: string, other: string): boolean =>
  surrogate.test(one) || surrogate.test(other) ? byCharacter(one) < byCharacter(other) : one < other;
