/** A list or map takes three bytes, and each of its elements one more. */
const collectionBytes = 3;
const elementBytes = 1;

/** A number has a byte for every two significant digits, and at most two more. */
const numberBytes = (value: number): number => Math.ceil(String(value).length / 2) + 2;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const valueBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return numberBytes(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value)) return collectionBytes + sum(value.map((one) => elementBytes + valueBytes(one)));
  if (typeof value !== 'object' || value === null) return 1;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return (
    collectionBytes +
    sum(entries.map(([name, one]) => elementBytes + Buffer.byteLength(name) + valueBytes(one)))
  );
};

/**
 * Returns the bytes that DynamoDB counts for an item, or slightly more: those of its names and values ("DynamoDB
 * item sizes and formats").
 */
export const itemBytes = (item: Readonly<Record<string, unknown>>): number =>
  sum(
    Object.entries(item)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => Buffer.byteLength(name) + valueBytes(value)),
  );
