import { matchesWildcards } from '../license/wildcards.ts';
import { parsePurl, type PackageUrl } from '../purl/package-url.ts';

/** A package URL whose name may have wildcards. */
export type PackagePattern = Pick<PackageUrl, 'type' | 'namespace' | 'name' | 'version'>;

/** The minimum number of literal characters in a name with wildcards, so that no pattern covers everything. */
const fewestLiterals = 3;

/** Go modules are compared without case, which their package URLs once lost. */
const inOneCase = (type: string, text: string): string => (type === 'golang' ? text.toLowerCase() : text);

const isBroad = (name: string): boolean =>
  name.includes('*') && name.replaceAll('*', '').length < fewestLiterals;

/**
 * Parses the package of a waiver. Type, namespace and version are literal.
 * @returns undefined for a text that is not a package URL, and for a pattern that covers too much.
 */
export const parsePackagePattern = (text: string): PackagePattern | undefined => {
  const purl = parsePurl(text);
  if (!purl || purl.qualifiers !== undefined || purl.subpath !== undefined) return undefined;
  const { type, namespace, name, version } = purl;
  if ([type, namespace, version].some((part) => part?.includes('*')) || isBroad(name)) return undefined;
  return {
    type,
    name,
    ...(namespace !== undefined && { namespace }),
    ...(version !== undefined && { version }),
  };
};

/** Returns whether a package URL has this type, namespace and name, and the version where the pattern states one. */
export const matchesPackage = (pattern: PackagePattern, purl: PackageUrl | undefined): boolean => {
  if (!purl || purl.type !== pattern.type) return false;
  const plain = (text: string | undefined): string => inOneCase(pattern.type, text ?? '');
  return (
    plain(pattern.namespace) === plain(purl.namespace) &&
    matchesWildcards(plain(pattern.name), plain(purl.name)) &&
    (pattern.version === undefined || pattern.version === purl.version)
  );
};
