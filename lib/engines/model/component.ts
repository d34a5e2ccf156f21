import type { UnitType } from './project-unit.ts';
import type { LicenseSnapshot } from './license-data.ts';
import type { SourceProblem } from './source-problem.ts';

/** Ecosystems with advisories, in OSV's spelling. */
export type Ecosystem =
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

/** Ecosystems whose dependencies are read and whose advisories are synced. */
export const supportedEcosystems: readonly Ecosystem[] = [
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
  /** Those of them that have an entry for none of the dependencies their project asks for. */
  resolvingNothing?: string[];
  /** Manifests below a lockfile whose dependencies it does not have. */
  uncovered?: string[];
  /** Files that were recognized but could not be read, with the reason. */
  unread: { file: string; reason: string }[];
  /** Parts of readable files that could not be assessed (no version, local path …), with the reason. */
  notes: { file: string; reason: string }[];
  /** Statements of the lockfiles about the sources of packages that are to be judged; absent without any. */
  sources?: SourceProblem[];
  /** The license data that was asked; absent when none was ever imported. */
  licenseData?: LicenseSnapshot;
}
