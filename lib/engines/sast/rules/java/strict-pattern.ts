/**
 * Tells whether a regular expression only accepts letters, digits and a few characters without meaning to a shell,
 * a query or a page: `[a-z0-9_-]{1,20}`, `^\d+$`.
 */
export const isStrictPattern = (pattern: unknown): boolean =>
  typeof pattern === 'string' &&
  /^\^?(?:(?:\[(?:[\w -]|\\[wd]){1,100}\]|\\[wd]|[\w@-]|\\\.)(?:[+*?]|\{[\d,]+\})?){1,100}\$?$/.test(pattern);
