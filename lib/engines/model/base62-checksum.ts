import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a base62 digit. @param value is taken modulo 62. */
export const base62Digit = (value: number): string => alphabet.charAt(value % 62);

/**
 * Returns the CRC-32 of a text as six base62 digits, most significant first. Several issuers end their tokens with
 * it.
 */
export const crc32Base62 = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = base62Digit(rest) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
};
