/** A value in the format of DynamoDB's API: one type with one value. */
export type AttributeValue = Readonly<Record<string, unknown>>;
export type StoredItem = Readonly<Record<string, AttributeValue>>;

const listOrMap = 3;
const perElement = 1;

const utf8 = (text: unknown): number => Buffer.byteLength(String(text));

/** A number has a byte for every two significant digits, one more, and one for a minus sign (approximately, by AWS). */
const numberBytes = (text: string): number => {
  const [mantissa = ''] = text.toLowerCase().split('e');
  const digits = mantissa
    .replace(/[^0-9]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '');
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0);
};

const sum = <T>(values: readonly T[], bytes: (value: T) => number): number =>
  values.reduce((total, value) => total + bytes(value), 0);

/** Computes the bytes of a value. @throws Error for an unknown type. */
export const valueBytes = (value: AttributeValue): number => {
  const [[type, content] = []] = Object.entries(value);
  switch (type) {
    case 'S':
      return utf8(content);
    case 'N':
      return numberBytes(String(content));
    case 'BOOL':
    case 'NULL':
      return 1;
    case 'B':
      return content instanceof Uint8Array
        ? content.byteLength
        : Buffer.from(String(content), 'base64').length;
    case 'SS':
      return sum(content as string[], utf8);
    case 'NS':
      return sum(content as string[], numberBytes);
    case 'L':
      return listOrMap + sum(content as AttributeValue[], (one) => perElement + valueBytes(one));
    case 'M':
      return (
        listOrMap +
        sum(Object.entries(content as StoredItem), ([name, one]) => perElement + utf8(name) + valueBytes(one))
      );
    default:
      throw new Error(`the size of a value of type ${type} is not known`);
  }
};

/** Computes the bytes of an item by AWS's rules ("DynamoDB item sizes and formats"): names and values. */
export const itemBytes = (item: StoredItem): number =>
  sum(Object.entries(item), ([name, value]) => utf8(name) + valueBytes(value));
