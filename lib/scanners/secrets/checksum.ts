import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC32 of ASCII text as six base62 digits, most significant first. */
export const crc32Base62 = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < 6; i += 1) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
};

/** Whether the last six characters are the checksum of what stands between them and the prefix. */
export const endsWithCrc32 = (token: string, prefix: string): boolean =>
  crc32Base62(token.slice(prefix.length, -6)) === token.slice(-6);
