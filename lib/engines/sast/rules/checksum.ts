import type { Call } from '../rule.ts';

const telling =
  /e-?tag|content-?md5|check_?sum|gravatar|cache|web_?socket|ws_?key|file_?(?:name|hash|path|md5|sha)|(?:md5|sha1?)_?(?:file|hasher)|thumb|fingerprint|dedup|unique_?(?:id|slot)|guid|consistent_?hash/i;
const secret = /passw|pwd|secret|token|credential|sign(?!al)|auth(?!or)|login|session|salt|csrf|nonce/i;
const maxLength = 4000;

/**
 * Whether a hash names or compares files, entries of a cache or the like, as the function around it says: that two
 * texts with the same one can be made does no harm there.
 */
export const isChecksum = ({ within, at }: Call): boolean => {
  const text = (within?.at ?? at).text.slice(0, maxLength);
  return telling.test(text) && !secret.test(text);
};
