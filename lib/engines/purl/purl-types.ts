/** A package URL in parts, each decoded. */
export interface PackageUrl {
  type: string;
  namespace?: string;
  name: string;
  version?: string;
  qualifiers?: Readonly<Record<string, string>>;
  subpath?: string;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Types whose names and namespaces are lower-cased. npm is not one of them: `JSONStream` is not `jsonstream`. */
const lowerCased = words(
  'alpm apk bitbucket bitnami brew composer deb github githubactions hex luarocks otp pub pypi vscode-extension',
);
const lowerCasedNames = words('oci');
const lowerCasedNamespaces = words('qpkg rpm yocto');
const lowerCasedVersions = words('huggingface oci pypi vscode-extension');
const lowerCasedParts = lowerCasedNames.union(lowerCasedNamespaces).union(lowerCasedVersions);

/** Types whose packages always or never have a namespace, as all their tools require. */
const withNamespace = words('swift vscode-extension');
const withoutNamespace = words('otp vcpkg');

const requiredQualifiers: ReadonlyMap<string, string> = new Map([
  ['julia', 'uuid'],
  ['swid', 'tag_id'],
]);

/** Hosts whose repository or model names are case-insensitive. */
const hostsWithoutCase = /(?:^|\.)(?:azuredatabricks\.net|bitbucket\.org|github\.com)(?:\/|$)/i;

const registryOf = ({ qualifiers }: PackageUrl): string =>
  (qualifiers?.['repository_url'] ?? '').replace(/^https?:\/\//, '');

const withLowerCase = (purl: PackageUrl): PackageUrl => {
  const { type, namespace, name, version } = purl;
  const all =
    lowerCased.has(type) ||
    (type === 'mlflow' && hostsWithoutCase.test(registryOf(purl))) ||
    (type === 'git' && /^(?:github|bitbucket)(?:\.com|\.org)?$/i.test(namespace ?? ''));
  if (!all && !lowerCasedParts.has(type)) return purl;
  const lower = (text: string, when: boolean): string => (when ? text.toLowerCase() : text);
  // Nearly all are in lower case already.
  const stated = `${name}\n${namespace ?? ''}\n${version ?? ''}`;
  if (stated === stated.toLowerCase()) return purl;
  return {
    ...purl,
    name: lower(name, all || lowerCasedNames.has(type)),
    ...(namespace !== undefined && { namespace: lower(namespace, all || lowerCasedNamespaces.has(type)) }),
    ...(version !== undefined && { version: lower(version, lowerCasedVersions.has(type)) }),
  };
};

/** The separators that a type normalizes. */
const withSeparators = (purl: PackageUrl): PackageUrl => {
  if (purl.type === 'pypi') return { ...purl, name: purl.name.replaceAll('_', '-') };
  return purl.type === 'pub' ? { ...purl, name: purl.name.replace(/[^a-z0-9_]/g, '_') } : purl;
};

/** A repository's own path may have several segments; the namespace is its host. */
const withGitPath = (purl: PackageUrl): PackageUrl => {
  if (purl.type !== 'git') return purl;
  const [host, ...path] = (purl.namespace ?? '').split('/');
  if (!host || path.length === 0) return purl;
  return { ...purl, namespace: host, name: [...path, purl.name].join('/') };
};

const isValid = ({ type, namespace, name, version, qualifiers }: PackageUrl): boolean => {
  if (withNamespace.has(type) && namespace === undefined) return false;
  if (withoutNamespace.has(type) && namespace !== undefined) return false;
  const required = requiredQualifiers.get(type);
  if (required !== undefined && qualifiers?.[required] === undefined) return false;
  if (type === 'cpan') return !name.includes('::');
  if (type !== 'chrome-extension') return true;
  return /^[a-p]{32}$/.test(name) && /^(?:\d{1,10}(?:\.\d{1,10}){0,3})?$/.test(version ?? '');
};

/**
 * Brings a package URL into the canonical form of its type.
 * @returns undefined when the type does not permit it.
 */
export const canonicalPurl = (purl: PackageUrl): PackageUrl | undefined => {
  const canonical = withSeparators(withLowerCase(withGitPath(purl)));
  return isValid(canonical) ? canonical : undefined;
};
