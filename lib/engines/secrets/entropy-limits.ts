/**
 * The minimum entropy, in bits per character, of a value that counts as a secret. A rule for tokens of one form may
 * have a `minEntropy` of its own.
 */
export const minEntropies = {
  /** A token of a known form. */
  token: 2.8,
  /** A value in hexadecimal digits. */
  hex: 2.9,
  /** Any other value that looks random, like a key. */
  key: 3.4,
  /** A value that somebody chose, like a password. */
  password: 2.5,
  /** The content of a key block between its BEGIN and END lines. */
  keyBlock: 3,
} as const;
