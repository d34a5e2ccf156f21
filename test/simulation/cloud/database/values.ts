export type Item = Readonly<Record<string, unknown>>;

/** A list or map takes three bytes, and each of its elements one more. */
const collectionBytes = 3;
const elementBytes = 1;

/** The significant digits of a number as the database writes it, and the place of its point. */
const numberSyntax = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** A number has a byte for every two of its significant digits, one for its exponent, and one for its sign below zero. */
const numberBytes = (value: number): number => {
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

/**
 * Copies what the database stores, which has no undefined values, and counts its bytes as the database does. Nobody can change
 * the copy, so that all who read it may have the same one.
 */
export const storedCopy = (item: Item): Record<string, unknown> => {
  let bytes = 0;
  const copied = (value: unknown): unknown => {
    if (typeof value === 'string') bytes += Buffer.byteLength(value);
    else if (typeof value === 'number') bytes += numberBytes(value);
    else if (typeof value !== 'object' || value === null) bytes += 1;
    else if (value instanceof Uint8Array) bytes += value.length;
    else if (Array.isArray(value)) {
      bytes += collectionBytes + elementBytes * value.length;
      return Object.freeze(value.map(copied));
    } else {
      bytes += collectionBytes;
      return fieldsOf(value as Item, elementBytes);
    }
    return value;
  };
  const fieldsOf = (fields: Item, bytesOfEach: number): Record<string, unknown> => {
    const copy: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      bytes += Buffer.byteLength(name) + bytesOfEach;
      copy[name] = copied(value);
    }
    return Object.freeze(copy);
  };
  const copy = fieldsOf(item, 0);
  sizes.set(copy, bytes);
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
