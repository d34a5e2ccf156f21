import type { UnitType } from './project-unit.ts';
import type { LicenseSnapshot } from './license-data.ts';
import type { PomSnapshot } from './poms/published-poms.ts';
import type { SourceProblem } from './source-problem.ts';

/** Distributions of operating systems with advisories, in OSV's spelling; those with the most records last. */
export const distributions = [
  'Debian',
  'Alpine',
  'Wolfi',
  'Chainguard',
  'AlmaLinux',
  'Rocky Linux',
  'Ubuntu',
  'openSUSE',
  'SUSE',
  'Red Hat',
] as const;

export type Distribution = (typeof distributions)[number];

/** A release of a distribution, such as `Debian:11`; Wolfi and Chainguard have none. */
export type DistributionEcosystem = `${Distribution}:${string}` | 'Wolfi' | 'Chainguard';

const maxRemembered = 1000;
/** Distributions by ecosystem: an image has a hundred thousand packages of a few. */
const remembered = new Map<string, Distribution | null>();

const named = (ecosystem: string): Distribution | undefined => {
  let found = remembered.get(ecosystem);
  if (found === undefined) {
    const [name] = ecosystem.split(':', 1);
    found = distributions.find((each) => each === name) ?? null;
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(ecosystem, found);
  }
  return found ?? undefined;
};

/** Names a component for people: its name, and its version where it has one. */
export const componentLabel = ({ name, version }: Pick<Component, 'name' | 'version'>): string =>
  version === undefined ? name : `${name}@${version}`;

/** Returns whether an ecosystem belongs to a distribution. */
export const isDistribution = (ecosystem: string): ecosystem is DistributionEcosystem =>
  named(ecosystem) !== undefined;

/** Returns the distribution of a release. */
export const distributionOf = (ecosystem: DistributionEcosystem): Distribution => {
  const distribution = named(ecosystem);
  if (!distribution) throw new Error(`${ecosystem} is no release of a distribution`);
  return distribution;
};

/** Registries of a language's packages with advisories, in OSV's spelling. */
export type PackageEcosystem =
  | 'npm'
  | 'PyPI'
  | 'Go'
  | 'crates.io'
  | 'RubyGems'
  | 'Packagist'
  | 'Maven'
  | 'NuGet'
  | 'Hex'
  | 'Pub'
  | 'SwiftURL'
  | 'CRAN'
  | 'Bioconductor'
  | 'Hackage'
  | 'Julia'
  | 'opam'
  | 'GitHub Actions';

/** Ecosystems with advisories, in OSV's spelling; those of distributions name the release. */
export type Ecosystem = PackageEcosystem | DistributionEcosystem;

/** The unit that OSV publishes as one dump: the packages of a registry, or all releases of a distribution. */
export type AdvisoryDump = PackageEcosystem | Distribution;

/** Returns the dump that has the records of an ecosystem. */
export const dumpOf = (ecosystem: Ecosystem): AdvisoryDump =>
  named(ecosystem) ?? (ecosystem as PackageEcosystem);

/** Ecosystems whose dependencies are read and whose advisories are synced. */
export const supportedEcosystems: readonly PackageEcosystem[] = [
  'npm',
  'PyPI',
  'Go',
  'crates.io',
  'RubyGems',
  'Packagist',
  'Maven',
  'NuGet',
  'Hex',
  'Pub',
  'SwiftURL',
  'CRAN',
  'Bioconductor',
  'Hackage',
  'Julia',
  'opam',
  'GitHub Actions',
];

export type DependencyScope = 'required' | 'optional' | 'dev';

const scopeOrder: Record<DependencyScope, number> = { required: 0, optional: 1, dev: 2 };

/** Returns the stronger of two scopes. */
export const strongerScope = (a: DependencyScope, b: DependencyScope): DependencyScope =>
  scopeOrder[b] < scopeOrder[a] ? b : a;

export interface ComponentHash {
  /** Algorithm in CycloneDX's spelling. */
  alg: 'MD5' | 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';
  /** Lower-case hex. */
  content: string;
}

/** The package that a distribution built another one from. Its advisories name it. */
export interface SourcePackage {
  name: string;
  /** Absent when it is the version of the built package. */
  version?: string;
}

/** One installed package version of a unit. */
export interface Component {
  /** Unique within the inventory: the purl, with a suffix where the purl is not unique. */
  ref: string;
  /** Package URL; absent when no purl type fits (a local path, an unknown registry). */
  purl?: string;
  ecosystem?: Ecosystem;
  /**
   * In the ecosystem's own spelling, such as `@scope/name` or `github.com/a/b`; normalized by PEP 503 for PyPI.
   */
  name: string;
  /** Absent when the file pins none (`requests>=2`); then the component is a gap in SCA coverage. */
  version?: string;
  /** The source package of a distribution's package, where it has another name or version. */
  sourcePackage?: SourcePackage;
  /**
   * True for a workspace member or local path of the repository, which no registry, advisory or license data
   * covers.
   */
  local?: true;
  scope: DependencyScope;
  direct: boolean;
  /** As stated by the lockfile, the SBOM or the license source: SPDX or free text, not yet evaluated. */
  license?: string;
  /** Set when the license data states the license, not the file. */
  licenseFrom?: 'data-set';
  /** The license of other versions of the same release line, when this version's is not known. */
  likelyLicense?: string;
  /** The registry's deprecation message, if the lockfile repeats it. */
  deprecated?: string;
  hashes: ComponentHash[];
  /** Refs of its dependencies; empty when the file has no graph. */
  dependsOn: string[];
  /** The file it was read from, relative to the unit. */
  file: string;
}

/** One way in which a project unit uses a package. */
export interface ComponentUse {
  /** Absent when the file pins none. */
  version?: string;
  scope: DependencyScope;
  direct: boolean;
  /** The file that it was read from, relative to the unit. */
  file: string;
  /** The names of packages from a direct dependency to this one; shortened in the middle. */
  path: string[];
}

/** The uses of one package by a project unit. */
export interface PackageUses {
  uses: ComponentUse[];
  /** The package has more uses than are kept. */
  truncated?: true;
}

/** All components of a unit in a deterministic order (by ref). */
export interface Inventory {
  unitType: UnitType;
  components: Component[];
  /** Refs of the unit's direct dependencies. */
  direct: string[];
  /** Files that were read. */
  read: string[];
  /** Those of the read files that have an entry for none of their project's dependencies. */
  resolvingNothing?: string[];
  /** Manifests below a lockfile whose dependencies it does not have. */
  uncovered?: string[];
  /** Files that were recognized but could not be read, with the reason. */
  unread: { file: string; reason: string }[];
  /** Parts of readable files that could not be assessed (no version, local path …), with the reason. */
  notes: { file: string; reason: string }[];
  /** Statements of the lockfiles about the sources of packages that have to be judged; absent without any. */
  sources?: SourceProblem[];
  /** The license data that was queried; absent when none was ever imported. */
  licenseData?: LicenseSnapshot;
  /** The published poms by which builds were resolved; absent where none were. */
  poms?: PomSnapshot;
}
