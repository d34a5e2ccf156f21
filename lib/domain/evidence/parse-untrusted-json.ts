/** An object of JSON with unchecked fields. */
export type UncheckedObject = Record<string, unknown>;

/** Returns whether a parsed value is an object, and not a list. */
export const isObject = (value: unknown): value is UncheckedObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses untrusted text.
 * @returns undefined for anything but JSON.
 */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
