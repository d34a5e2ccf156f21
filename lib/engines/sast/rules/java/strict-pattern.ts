/**
 * Whether a regular expression lets through only letters, digits and a few marks that mean nothing to a shell,
 * a query or a page: `[a-z0-9_-]{1,20}`, `^\d+$`.
 */
export const isStrictPattern = (pattern: unknown): boolean =>
  typeof pattern === 'string' &&
  /^\^?(?:(?:\[(?:[\w -]|\\[wd])+\]|\\[wd]|[\w@-]|\\\.)(?:[+*?]|\{[\d,]+\})?)+\$?$/.test(pattern);
