import type { PackageEcosystem } from '@scangate/engines/model/component';

/** The source of one package in a lockfile. */
export interface LockedSource {
  name: string;
  version?: string;
  /** `url`: an archive that no registry serves. `replaced`: another package is substituted for it. */
  kind: 'registry' | 'git' | 'url' | 'replaced';
  /** As stated in the file; absent where the format leaves it to the configuration. */
  address?: string;
  /** True when the format states a hash for such a package and this one has none. */
  lacksHash?: boolean;
  /** The reason why the URL belongs to another package or version. */
  mismatch?: string;
  /** The text at the beginning of its entry, by which the line is found. */
  mark: string;
}

export interface LockedSources {
  ecosystem: PackageEcosystem;
  packages: LockedSource[];
  /** Hosts that publicly serve the packages of the ecosystem. */
  publicHosts: ReadonlySet<string>;
}

export interface SourceInput {
  /** The path of the lockfile, relative to the unit. */
  path: string;
  text: string;
  /** Reads another file of the unit; undefined when it is missing. */
  readText(path: string): string | undefined;
  /** Lists files of a name below the lockfile; absent for an uploaded one. */
  findNearby?(name: string): readonly string[];
}

/** Reads the sources in one lockfile. The lockfile's own reader has accepted the text. */
export type SourceReader = (input: SourceInput) => LockedSources;

const scheme = /^(?:[a-z]+\+)?[a-z]+:\/\/(?:[^/@]{0,500}@)?([^/:?#]{1,255})/i;

/** Returns the host of a URL in lower case; undefined without one. */
export const hostOf = (address: string): string | undefined => scheme.exec(address)?.[1]?.toLowerCase();
