import {
  type Distribution,
  distributionOf,
  type Ecosystem,
  isDistribution,
  type PackageEcosystem,
} from '../model/component.ts';
import { formatPurl, packageUrlOf, type PackageUrl } from './package-url.ts';
import { packageName } from '../advisories/package-name.ts';

/** Purl types by OSV ecosystem. */
const types: Record<PackageEcosystem, string> = {
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
  CRAN: 'cran',
  Bioconductor: 'bioconductor',
  Hackage: 'hackage',
  Julia: 'julia',
  opam: 'opam',
  // GitHub's own SBOMs use this type; `github` is any repository.
  'GitHub Actions': 'githubactions',
};

/** Purl types and namespaces of distributions. */
const systemTypes: Readonly<Record<Distribution, readonly [type: string, namespace: string]>> = {
  Debian: ['deb', 'debian'],
  Ubuntu: ['deb', 'ubuntu'],
  Alpine: ['apk', 'alpine'],
  Wolfi: ['apk', 'wolfi'],
  Chainguard: ['apk', 'chainguard'],
  'Red Hat': ['rpm', 'redhat'],
  'Rocky Linux': ['rpm', 'rocky'],
  AlmaLinux: ['rpm', 'alma'],
  SUSE: ['rpm', 'suse'],
  openSUSE: ['rpm', 'opensuse'],
};

const ecosystems = new Map(Object.entries(types).map(([ecosystem, type]) => [type, ecosystem as Ecosystem]));

const segments = (ecosystem: Ecosystem, name: string): string[] =>
  (ecosystem === 'Maven' ? name.replace(':', '/') : name).split('/').filter((part) => part !== '');

interface PurlParts {
  ecosystem: Ecosystem;
  /** In the ecosystem's own spelling. */
  name: string;
  version?: string | undefined;
  qualifiers?: Record<string, string>;
}

/** The release is a qualifier, because the same package in another release is a different one. */
const systemPurl = (
  distribution: Distribution,
  { ecosystem, name, version, qualifiers }: PurlParts,
): string => {
  const [type, namespace] = systemTypes[distribution];
  const distro = ecosystem.toLowerCase().replaceAll(/[: ]/g, '-');
  const parts = { type, namespace, name, ...(version !== undefined && { version }) };
  return formatPurl({ ...parts, qualifiers: { ...qualifiers, distro } });
};

/** Builds the canonical package URL of a package. */
export const purlOf = (stated: PurlParts): string => {
  const { ecosystem, name, version, qualifiers = {} } = stated;
  if (isDistribution(ecosystem)) return systemPurl(distributionOf(ecosystem), stated);
  const type = types[ecosystem];
  const path = segments(ecosystem, name);
  const parts = { type, name: path.pop() ?? '', namespace: path.join('/'), version, qualifiers };
  // A name that its type does not permit, such as one without a namespace, is written as it is.
  return formatPurl(
    packageUrlOf(parts) ?? { type, name, ...(version !== undefined && { version }), qualifiers },
  );
};

/**
 * Returns ecosystem and name of a package URL in the ecosystem's spelling, or undefined for types without
 * advisories.
 */
export const packageFromPurl = (purl: PackageUrl): { ecosystem: Ecosystem; name: string } | undefined => {
  const ecosystem = ecosystems.get(purl.type);
  if (!ecosystem) return undefined;
  // A package of Swift is known by the address of its repository: without its host, it is in no advisory.
  if (ecosystem === 'SwiftURL' && !purl.namespace?.split('/', 1)[0]?.includes('.')) return undefined;
  const separator = ecosystem === 'Maven' ? ':' : '/';
  const name = purl.namespace ? `${purl.namespace}${separator}${purl.name}` : purl.name;
  return { ecosystem, name: ecosystem === 'PyPI' ? packageName('PyPI', name) : name };
};
