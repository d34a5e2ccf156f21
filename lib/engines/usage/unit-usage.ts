import type { PackageEcosystem } from '../model/component.ts';

/** The use of a package by the code of a unit; one without places is not imported. */
export interface PackageUsage {
  ecosystem: PackageEcosystem;
  /** As advisories spell it. */
  name: string;
  /** The first places that import it: the position of the file in `files`, and the line. */
  places: [file: number, line: number][];
  /** Set when more files import it than are kept. */
  truncated?: true;
}

/**
 * Says which packages the first-party code of a unit imports. A package that is not listed is unknown: it is not a
 * direct dependency, or its code was read in part, or the name that code imports it by is unknown.
 */
export interface UnitUsage {
  /** The files that import packages. */
  files: string[];
  /** The names that `members` refers to. */
  names: string[];
  /** By file the names of members that it refers to: position in `names` and line, alternating. */
  members: number[][];
  /** Set when there are more members than are kept, so that the absence of one proves nothing. */
  truncated?: true;
  packages: PackageUsage[];
}
