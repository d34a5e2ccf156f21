/**
 * Decodes a part of a byte text, whose characters are the bytes of UTF-8: V8 stores it in one byte for each of them, and a decoded one in
 * two for each character as soon as one is beyond Latin. The part begins and ends beside a character of ASCII.
 */
export const decodeByteText = (part: string): string =>
  Buffer.byteLength(part) === part.length ? part : Buffer.from(part, 'latin1').toString('utf8');
