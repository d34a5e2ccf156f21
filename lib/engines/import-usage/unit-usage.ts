import type { PackageEcosystem } from '../model/component.ts';

/** The use of a package by the code of a unit; without places, it is not imported. */
export interface PackageUsage {
  ecosystem: PackageEcosystem;
  /** The name as advisories spell it. */
  name: string;
  /** The first places that import it: the index of the file in `files`, and the line. */
  places: [file: number, line: number][];
  /** Set when more files import it than are kept. */
  truncated?: true;
}

/**
 * Tells which packages the first-party code of a unit imports. The use of an unlisted package is unknown: it is not
 * a direct dependency, its code was read in part, or the name by which code imports it is unknown.
 */
export interface UnitUsage {
  /** The files that import packages. */
  files: string[];
  /** The names that `members` refers to. */
  names: string[];
  /** The members that each file refers to: index into `names` and line, alternating. */
  members: number[][];
  /** Set when there are more members than are kept, so that the absence of one proves nothing. */
  truncated?: true;
  packages: PackageUsage[];
}
