export type Item = Readonly<Record<string, unknown>>;

/** The most bytes of an item. */
export const itemBytes = 400 * 1024;

/**
 * Copies what the database stores, which has no undefined values, and tells about how many bytes it has. Nobody can change it, so that
 * all who read it may have the same one.
 */
export const storedCopy = (item: Item): { copy: Record<string, unknown>; bytes: number } => {
  let bytes = 0;
  const copied = (value: unknown): unknown => {
    if (typeof value === 'string') bytes += value.length + 1;
    else if (typeof value !== 'object' || value === null) bytes += 8;
    else if (value instanceof Uint8Array) bytes += value.length + 1;
    else if (Array.isArray(value)) return Object.freeze(value.map(copied));
    else return fieldsOf(value as Item);
    return value;
  };
  const fieldsOf = (fields: Item): Record<string, unknown> => {
    const copy: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      bytes += name.length + 1;
      copy[name] = copied(value);
    }
    return Object.freeze(copy);
  };
  const copy = fieldsOf(item);
  return { copy, bytes };
};
