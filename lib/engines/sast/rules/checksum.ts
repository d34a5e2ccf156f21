import type { Call } from '../rule.ts';

const telling =
  /e-?tag|content-?md5|check_?sum|gravatar|cache|web_?socket|ws_?key|file_?(?:name|hash|path|md5|sha)|(?:md5|sha1?)_?(?:file|hasher)|thumb|fingerprint|dedup|unique_?(?:id|slot)|guid|consistent_?hash/i;
const secret = /passw|pwd|secret|token|credential|sign(?!al)|auth(?!or)|login|session|salt|csrf|nonce/i;
const maxLength = 4000;

/**
 * Tells whether the surrounding function uses a hash as a checksum or cache key, where collisions
 * do no harm.
 */
export const isChecksum = ({ within, at }: Call): boolean => {
  const text = (within?.at ?? at).text.slice(0, maxLength);
  return telling.test(text) && !secret.test(text);
};
