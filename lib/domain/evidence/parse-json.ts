/** An object of JSON whose fields nobody has checked. */
export type UncheckedObject = Record<string, unknown>;

/** Whether a parsed value is an object, and no list. */
export const isObject = (value: unknown): value is UncheckedObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses what somebody sent. @returns undefined for what is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
