import { crc32Base62 } from '../model/base62-checksum.ts';

/** Whether the last six characters are the checksum of what stands between them and the prefix. */
export const endsWithCrc32 = (token: string, prefix: string): boolean =>
  crc32Base62(token.slice(prefix.length, -6)) === token.slice(-6);
