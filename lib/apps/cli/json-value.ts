/** Reads a value inside JSON by a path such as `data.items.0`; undefined when a part is missing. */
export const valueAt = (json: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      json,
    );

/** The text or the number at a path, as text; empty for anything else. */
export const textAt = (json: unknown, path: string): string => {
  const value = valueAt(json, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** The list at a path; empty for anything else. */
export const listAt = (json: unknown, path: string): readonly unknown[] => {
  const value = valueAt(json, path);
  return Array.isArray(value) ? value : [];
};
