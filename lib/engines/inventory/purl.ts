import type { Ecosystem } from '../model/component.ts';
import { packageName } from '../advisories/package-name.ts';

/** Purl types by OSV ecosystem. */
const types: Record<Ecosystem, string> = {
  npm: 'npm',
  PyPI: 'pypi',
  Go: 'golang',
  'crates.io': 'cargo',
  RubyGems: 'gem',
  Packagist: 'composer',
  Maven: 'maven',
  NuGet: 'nuget',
  Hex: 'hex',
  Pub: 'pub',
  SwiftURL: 'swift',
};

const ecosystems = new Map(Object.entries(types).map(([ecosystem, type]) => [type, ecosystem as Ecosystem]));

/**
 * Types whose names the purl specification lower-cases. npm is not one of them: `JSONStream` is not
 * `jsonstream`.
 */
const lowerCased = new Set(['golang', 'pypi', 'composer', 'hex', 'pub', 'github', 'bitbucket']);

/**
 * Percent-encodes everything but unreserved characters and the colon (purl specification, "Character
 * encoding").
 */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (character) => `%${Buffer.from(character).toString('hex').toUpperCase()}`)
    .replaceAll('%3A', ':');

const segments = (ecosystem: Ecosystem, name: string): string[] =>
  (ecosystem === 'Maven' ? name.replace(':', '/') : name).split('/').filter((part) => part !== '');

interface PurlParts {
  ecosystem: Ecosystem;
  /** In the ecosystem's own spelling. */
  name: string;
  version?: string | undefined;
  qualifiers?: Record<string, string>;
}

/** Builds the canonical package URL. */
export const purlOf = ({ ecosystem, name, version, qualifiers = {} }: PurlParts): string => {
  const type = types[ecosystem];
  const path = segments(ecosystem, lowerCased.has(type) ? name.toLowerCase() : name)
    .map(encode)
    .join('/');
  const query = Object.entries(qualifiers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${encode(value)}`)
    .join('&');
  return `pkg:${type}/${path}${version ? `@${encode(version)}` : ''}${query && `?${query}`}`;
};

export interface PackageUrl {
  type: string;
  namespace?: string;
  name: string;
  version?: string;
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const typeForm = /^[a-z][a-z0-9.+-]*$/;

const until = (text: string, mark: string): string => text.split(mark, 1)[0] ?? '';

/**
 * Parses a package URL and ignores qualifiers and subpath.
 * @returns undefined when the text is not a package URL.
 */
export const parsePurl = (text: string): PackageUrl | undefined => {
  if (text.length > 4096 || !/^pkg:/i.test(text)) return undefined;
  const bare = until(until(text, '#'), '?').slice(4).replace(/^\/+/, '');
  const slash = bare.indexOf('/');
  const type = bare.slice(0, slash).toLowerCase();
  if (slash < 1 || !typeForm.test(type)) return undefined;
  const rest = bare.slice(slash + 1);
  const at = rest.lastIndexOf('@');
  // An unencoded `@` at the start of a segment is an npm scope, not a version.
  const versioned = at > 0 && rest[at - 1] !== '/';
  const path = (versioned ? rest.slice(0, at) : rest).split('/').filter((part) => part !== '');
  const decoded = path.map(decode);
  const version = versioned ? decode(rest.slice(at + 1)) : undefined;
  const name = decoded.pop();
  if (!name || decoded.includes(undefined)) return undefined;
  return {
    type,
    name,
    ...(decoded.length > 0 && { namespace: decoded.join('/') }),
    ...(version && { version }),
  };
};

/**
 * Returns ecosystem and name of a package URL in the ecosystem's spelling, or undefined for types without
 * advisories.
 */
export const packageFromPurl = (purl: PackageUrl): { ecosystem: Ecosystem; name: string } | undefined => {
  const ecosystem = ecosystems.get(purl.type);
  if (!ecosystem) return undefined;
  const separator = ecosystem === 'Maven' ? ':' : '/';
  const name = purl.namespace ? `${purl.namespace}${separator}${purl.name}` : purl.name;
  return { ecosystem, name: ecosystem === 'PyPI' ? packageName('PyPI', name) : name };
};
