import { createHash } from 'node:crypto';
import { compareText } from './compare-text.ts';

/** Returns the SHA-256 in hex. */
export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** Writes JSON with sorted keys, so that equal content gives equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => compareText(a, b)))
      : inner,
  );

/** Hashes a list item by item, because the text of a large inventory would double its memory. */
const listDigest = (list: readonly unknown[]): string => {
  const hash = createHash('sha256').update('[');
  for (const [index, item] of list.entries())
    hash.update(`${index === 0 ? '' : ','}${canonicalJson(item) ?? 'null'}`);
  return hash.update(']').digest('hex');
};

/** Returns the digest by which a verdict names its inputs. */
export const digestOf = (value: unknown): string =>
  `sha256:${Array.isArray(value) ? listDigest(value) : sha256(canonicalJson(value))}`;

/** Returns the digest by which an assessment names a file that it read. */
export const pathDigest = (path: string): string => sha256(path).slice(0, 12);

const uuidOf = (version: 4 | 8, name: readonly string[]): string => {
  const hex = sha256(JSON.stringify(name)).slice(0, 32);
  // RFC 9562: the two high bits of this digit are 10.
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0b0011) | 0b1000).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `${version}${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
};

/** Derives a UUID (version 8) from a name, so that the same name always gives the same id. */
export const derivedId = (...name: string[]): string => uuidOf(8, name);

/** Derives a UUID of version 4, which other services insist on. */
export const derivedRandomId = (...name: string[]): string => uuidOf(4, name);
