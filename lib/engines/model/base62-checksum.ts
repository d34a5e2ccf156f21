const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC-32 (IEEE), bit by bit: the few characters of a token do not need a table. */
const crc32 = (text: string): number => {
  let crc = 0xffff_ffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  }
  return (crc ^ 0xffff_ffff) >>> 0;
};

/** A number as one base62 digit. @param value counted modulo 62. */
export const base62Digit = (value: number): string => alphabet.charAt(value % 62);

/** CRC32 of a text as six base62 digits, most significant first: how several issuers, and we, end their tokens. */
export const crc32Base62 = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = base62Digit(rest) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
};
