import { createHash } from 'node:crypto';

/** Hex SHA-256. */
export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** JSON with sorted keys, so that equal content has one text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );

/** The same bytes as the whole list's text, which of a large inventory would be as large again. */
const listDigest = (list: readonly unknown[]): string => {
  const hash = createHash('sha256').update('[');
  for (const [index, item] of list.entries())
    hash.update(`${index === 0 ? '' : ','}${canonicalJson(item) ?? 'null'}`);
  return hash.update(']').digest('hex');
};

/** The digest a verdict names its inputs by. */
export const digestOf = (value: unknown): string =>
  `sha256:${Array.isArray(value) ? listDigest(value) : sha256(canonicalJson(value))}`;

/** A UUID (version 8) that follows from a name, so that finding the same thing twice gives it the same id. */
export const derivedId = (...name: string[]): string => {
  const hex = sha256(JSON.stringify(name)).slice(0, 32);
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
};

/** What a finding is known by across scans: 32 hex characters of the digest of what makes it the same one. */
export const fingerprint = (identity: string): string => sha256(identity).slice(0, 32);
