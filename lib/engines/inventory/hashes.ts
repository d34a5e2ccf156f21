import type { ComponentHash } from '../model/component.ts';

const algorithms = new Map<string, { alg: ComponentHash['alg']; bytes: number }>([
  ['md5', { alg: 'MD5', bytes: 16 }],
  ['sha1', { alg: 'SHA-1', bytes: 20 }],
  ['sha256', { alg: 'SHA-256', bytes: 32 }],
  ['sha384', { alg: 'SHA-384', bytes: 48 }],
  ['sha512', { alg: 'SHA-512', bytes: 64 }],
]);

const algorithmOf = (name: string) =>
  algorithms.get(name) ?? algorithms.get(name.toLowerCase().replace('-', ''));

const hex = /^[0-9a-f]+$/;
const maxHashes = 100;

/**
 * Parses a hash in hex.
 * @returns undefined when the algorithm is unknown or the length does not fit.
 */
export const hexHash = (algorithm: string, content: string): ComponentHash | undefined => {
  const known = algorithmOf(algorithm);
  const lower = content.toLowerCase();
  return known && lower.length === known.bytes * 2 && hex.test(lower)
    ? { alg: known.alg, content: lower }
    : undefined;
};

/**
 * Converts subresource integrity (`sha512-<base64>`, separated by blanks) to hex. Malformed parts are skipped.
 */
export const integrityHashes = (integrity = ''): ComponentHash[] => {
  const parts = /\s/.test(integrity) ? integrity.split(/\s+/, 8) : [integrity];
  return parts.flatMap((part) => integrityHash(part) ?? []);
};

/** Longer than any hash, so that one that is too long is not mistaken for one that is cut. */
const decoded = Buffer.alloc(128);

const integrityHash = (part: string): ComponentHash | undefined => {
  const dash = part.indexOf('-');
  const known = dash < 1 ? undefined : algorithmOf(part.slice(0, dash));
  if (!known) return undefined;
  const options = part.indexOf('?', dash);
  const length = decoded.write(part.slice(dash + 1, options === -1 ? undefined : options), 'base64');
  return length === known.bytes ? { alg: known.alg, content: decoded.toString('hex', 0, length) } : undefined;
};

/** Parses `sha256:<hex>` texts, one for each file of a release, without duplicates. */
export const fileHashes = (stated: Iterable<string>): ComponentHash[] => {
  const found = new Map<string, ComponentHash>();
  for (const text of stated) {
    const colon = text.indexOf(':');
    const hash = colon > 0 ? hexHash(text.slice(0, colon), text.slice(colon + 1)) : undefined;
    if (hash) found.set(hash.content, hash);
    if (found.size >= maxHashes) break;
  }
  return [...found.values()].sort((a, b) => (a.content < b.content ? -1 : 1));
};
