import type { UnitType } from './project-unit.ts';

/** Ecosystem names as OSV writes them, for those that have advisories. */
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
  | 'SwiftURL';

/** Ecosystems whose dependencies can be read today; their advisories are synced. */
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
];

export type DependencyScope = 'required' | 'optional' | 'dev';

const scopeOrder: Record<DependencyScope, number> = { required: 0, optional: 1, dev: 2 };

/** What is needed in two ways is needed as the stronger of them says. */
export const strongerScope = (a: DependencyScope, b: DependencyScope): DependencyScope =>
  scopeOrder[b] < scopeOrder[a] ? b : a;

export interface ComponentHash {
  /** As CycloneDX names it. */
  alg: 'MD5' | 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';
  /** Lower-case hex. */
  content: string;
}

/** One installed package version of a unit. */
export interface Component {
  /** Unique within the inventory; the purl where that is unique, else purl plus a suffix. */
  ref: string;
  /** By the purl specification; absent when no type fits (a local path, an unknown registry). */
  purl?: string;
  ecosystem?: Ecosystem;
  /** As the ecosystem writes it, e.g. `@scope/name`, `github.com/a/b`, PEP 503 normalized for PyPI. */
  name: string;
  /** Absent when the file pins none (`requests>=2`); then SCA cannot judge it and says so in coverage. */
  version?: string;
  /** A workspace member or local path: the repository's own, so no registry, advisory or licence speaks of it. */
  local?: true;
  scope: DependencyScope;
  direct: boolean;
  /** As stated by lockfile or SBOM, or by the licence source where one is on: SPDX or free text, not yet judged. */
  license?: string;
  /** What the registry says to those who still use this version, where the lockfile repeats it. */
  deprecated?: string;
  hashes: ComponentHash[];
  /** `ref`s of what it depends on; empty when the file has no graph. */
  dependsOn: string[];
  /** The file it was read from, relative to the unit. */
  file: string;
}

/** Everything a unit is built from, in one deterministic order (by ref). */
export interface Inventory {
  unitType: UnitType;
  components: Component[];
  /** Refs of what the unit itself depends on directly. */
  direct: string[];
  /** Files it was read from. */
  read: string[];
  /** Files that were recognised and could not be read, and why. */
  unread: { file: string; reason: string }[];
  /** Components or facts that could not be assessed although the file was read (unpinned, local path …). */
  notes: { file: string; reason: string }[];
}
