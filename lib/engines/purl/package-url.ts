import { canonicalPurl, type PackageUrl } from './purl-types.ts';
import { usualPurl } from './usual-purl.ts';

export type { PackageUrl } from './purl-types.ts';

/** The parts as a caller has them: an empty part counts as absent. */
export type PackageUrlParts = {
  [Part in Exclude<keyof PackageUrl, 'qualifiers'>]?: string | null | undefined;
} & { qualifiers?: Readonly<Record<string, string>> | null | undefined };

const longest = 4096;
const typeForm = /^[a-z][a-z0-9.-]*$/;
const qualifierForm = /^[a-z][a-z0-9._-]*$/;

/** Matches text that needs no encoding, which is true of nearly all parts. */
const unreserved = /^[\w.~:-]*$/;

/** Percent-encodes everything but unreserved characters and the colon. */
const encode = (text: string): string =>
  unreserved.test(text)
    ? text
    : encodeURIComponent(text.toWellFormed())
        .replace(/[!'()*]/g, (character) => `%${Buffer.from(character).toString('hex').toUpperCase()}`)
        .replaceAll('%3A', ':');

const decode = (text: string): string | undefined => {
  // Nearly all parts encode nothing.
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const noKeys: readonly string[] = [];

const segmentsOf = (text: string | null | undefined): string[] => {
  if (!text) return [];
  return text.includes('/') ? text.split('/').filter((segment) => segment !== '') : [text];
};

/** Returns the segments of a path below the package, which must not leave it. */
const subpathOf = (text: string | null | undefined): string =>
  segmentsOf(text)
    .filter((segment) => segment !== '.' && segment !== '..')
    .join('/');

/** Returns the qualifiers that have a value, ordered by their keys; undefined when one has a key of another form. */
const inOrder = (
  qualifiers: Readonly<Record<string, string>>,
  keys: readonly string[],
): Record<string, string> | undefined => {
  const kept = keys.filter((key) => qualifiers[key] !== '');
  if (!kept.every((key) => qualifierForm.test(key))) return undefined;
  const ordered: Record<string, string> = {};
  for (const key of kept.sort()) ordered[key] = qualifiers[key]!;
  return ordered;
};

/**
 * Makes a canonical package URL of its parts.
 * @returns undefined when a required part is missing or the type does not permit one.
 */
export const packageUrlOf = (parts: PackageUrlParts): PackageUrl | undefined => {
  const type = parts.type?.toLowerCase() ?? '';
  const name = segmentsOf(parts.name).join('/');
  const namespace = segmentsOf(parts.namespace).join('/');
  const subpath = subpathOf(parts.subpath);
  const stated = parts.qualifiers ? Object.keys(parts.qualifiers) : noKeys;
  if (!typeForm.test(type) || name === '') return undefined;
  const purl: PackageUrl = { type, name };
  if (namespace !== '') purl.namespace = namespace;
  if (parts.version) purl.version = parts.version;
  if (parts.qualifiers && stated.length > 0) {
    const qualifiers = inOrder(parts.qualifiers, stated);
    if (!qualifiers) return undefined;
    if (Object.keys(qualifiers).length > 0) purl.qualifiers = qualifiers;
  }
  if (subpath !== '') purl.subpath = subpath;
  return canonicalPurl(purl);
};

/** Writes a package URL in canonical form (Ecma-427). */
export const formatPurl = ({ type, namespace, name, version, qualifiers, subpath }: PackageUrl): string => {
  // A repository's name may be a path; in all other types, a slash in the name is encoded.
  const ownPath = type === 'git' ? name.split('/') : [name];
  const path = [...segmentsOf(namespace), ...ownPath].map(encode).join('/');
  const query = qualifiers
    ? Object.entries(qualifiers)
        .map(([key, value]) => `${key}=${encode(value)}`)
        .join('&')
    : '';
  const below = subpath ? segmentsOf(subpath).map(encode).join('/') : '';
  return `pkg:${type}/${path}${version ? `@${encode(version)}` : ''}${query && `?${query}`}${below && `#${below}`}`;
};

/** Splits a text at the last occurrence of a separator. */
const cut = (text: string, mark: string): [string, string | undefined] => {
  const at = text.lastIndexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
};

const decodedSegments = (text: string): string | undefined => {
  // Nearly all are one segment that encodes nothing.
  if (!text.includes('%') && !text.includes('/')) return text;
  const segments = segmentsOf(text).map(decode);
  return segments.includes(undefined) ? undefined : segments.join('/');
};

const qualifiersIn = (query: string): Record<string, string> | undefined => {
  if (query === '') return {};
  const found: Record<string, string> = {};
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const value = at < 1 ? undefined : decode(pair.slice(at + 1));
    if (value === undefined) return undefined;
    // Real documents write keys in either case.
    const key = pair.slice(0, at).toLowerCase();
    // It is no key of a package URL, and would set the prototype.
    if (key === '__proto__' && value !== '') return undefined;
    if (key !== '__proto__') found[key] = value;
  }
  return found;
};

/** Splits the path of the package from its version; an unencoded `@` at the start of a segment is an npm scope. */
const withoutVersion = (rest: string): { path: string; version: string | undefined } | undefined => {
  const at = rest.lastIndexOf('@');
  if (at === -1 || (rest[at - 1] ?? '/') === '/') {
    const isScope = at === -1 || rest.indexOf('/', at) !== -1;
    return isScope ? { path: rest, version: '' } : undefined;
  }
  return { path: rest.slice(0, at), version: decode(rest.slice(at + 1)) };
};

/**
 * Parses a package URL into its canonical parts.
 * @returns undefined when the text is not a package URL.
 */
export const parsePurl = (text: string): PackageUrl | undefined => {
  if (text.length > longest) return undefined;
  const usual = usualPurl(text);
  if (usual) return usual;
  if (!/^pkg:/i.test(text)) return undefined;
  const [beforeSubpath, subpath = ''] = cut(text.slice(4), '#');
  const [bare, query = ''] = cut(beforeSubpath, '?');
  const [, type = '', rest = ''] = /^\/{0,10}([^/]{1,100})\/(.*)$/s.exec(bare) ?? [];
  const { path = '', version } = withoutVersion(rest) ?? {};
  const encoded = segmentsOf(path);
  const name = decode(encoded.pop() ?? '');
  const namespace = decodedSegments(encoded.join('/'));
  const below = decodedSegments(subpath);
  const qualifiers = qualifiersIn(query);
  if (!name || version === undefined || namespace === undefined || below === undefined || !qualifiers)
    return undefined;
  return packageUrlOf({ type, namespace, name, version, qualifiers, subpath: below });
};

/** Writes the package URL of its parts; undefined when the type does not permit them. */
export const purlOfParts = (parts: PackageUrlParts): string | undefined => {
  const purl = packageUrlOf(parts);
  return purl && formatPurl(purl);
};
