import type { PackageEcosystem } from '@scangate/engines/model/component';

/** The place that a lockfile takes one package from. */
export interface LockedSource {
  name: string;
  version?: string;
  /** `url`: an archive that no registry serves. `replaced`: another package stands in for it. */
  kind: 'registry' | 'git' | 'url' | 'replaced';
  /** As the file states it; absent where the format leaves it to the configuration. */
  address?: string;
  /** True when the format states a hash for such a package and this one has none. */
  lacksHash?: boolean;
  /** Why the address belongs to another package or version. */
  mismatch?: string;
  /** The text that its entry begins with, for the line. */
  mark: string;
}

export interface LockedSources {
  ecosystem: PackageEcosystem;
  packages: LockedSource[];
  /** Hosts that serve the packages of the ecosystem to everybody. */
  publicHosts: ReadonlySet<string>;
}

export interface SourceInput {
  /** Of the lockfile, relative to the unit. */
  path: string;
  text: string;
  /** Reads another file of the unit; undefined when it is missing. */
  readText(path: string): string | undefined;
  /** Lists files of a name below the lockfile; absent for an uploaded one. */
  findNearby?(name: string): readonly string[];
}

/** Reads the sources that one lockfile states. The lockfile's own reader has accepted the text. */
export type SourceReader = (input: SourceInput) => LockedSources;

const scheme = /^(?:[a-z]+\+)?[a-z]+:\/\/(?:[^/@]{0,500}@)?([^/:?#]{1,255})/i;

/** Returns the host of an address in lower case; undefined without one. */
export const hostOf = (address: string): string | undefined => scheme.exec(address)?.[1]?.toLowerCase();
