import { crc32Base62 } from '../model/base62-checksum.ts';

/** Returns whether the last six characters are the checksum of the text between the prefix and them. */
export const endsWithCrc32 = (token: string, prefix: string): boolean =>
  crc32Base62(token.slice(prefix.length, -6)) === token.slice(-6);
