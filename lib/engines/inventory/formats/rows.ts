import type { UnitType } from '@scangate/engines/model/project-unit';

/**
 * Build systems whose projects inherit from each other across directories. Without a lockfile their files are
 * read together, and the whole build is one unit.
 */
export const buildTypes = ['maven', 'gradle', 'nuget'] as const satisfies readonly UnitType[];
export type BuildType = (typeof buildTypes)[number];

/** The types of dependency files. */
export type DependencyType = Exclude<UnitType, 'other' | 'source'>;

/** Recognizes a file by its exact name, by a pattern of its name, or by a pattern of its path. */
interface FileRow {
  file: string | RegExp;
  /** True: the pattern applies to the whole path. */
  isPath?: true;
  /** The pattern as people write it. */
  label?: string;
  /** True: in a directory for such files (see `sharedFolders`), it belongs to the parent directory. */
  inSharedFolder?: true;
}

export interface LockfileRow extends FileRow {
  type: DependencyType;
  /** Of several lockfiles of one type in a directory, the one with the lowest rank is used. */
  rank: number;
  /** Key of the reader in readers.ts. Absent: the file is recognized, listed in coverage, and not read. */
  format?: string;
  /** True: several files of the format in one directory complement each other. */
  isComplementary?: true;
  /** True: the file is only read where there is no other lockfile of its type, and skipping it elsewhere is no gap. */
  isSubstitute?: true;
  /**
   * True: the file lists tools of the repository (workflows, providers, runtimes), not dependencies of its code. It
   * makes no unit, and is not enough for a dependency scan.
   */
  listsTools?: true;
  /** True: the file does not say which of its packages needs which, or only where nothing checks it. */
  hasNoGraph?: true;
  /** True: the file locks the plugins of a build only, whose own dependencies are read besides it. */
  locksPluginsOnly?: true;
  /** True: the file is binary, so it is only read from a repository, not from an upload. */
  isBinary?: true;
  /** Short description of what is read, for the documentation. */
  about: string;
}

/** A file of a build system, which is read together with the other files of the build. */
export interface BuildFileRow extends FileRow {
  type: BuildType;
  /** True: the file marks a project in its directory. */
  marksProject?: true;
  /** True: the file can be uploaded and read alone. */
  isStandalone?: true;
  /** Short description of what is read, for the documentation. */
  about: string;
}

/** A file that marks a project and is read only to supplement a lockfile. */
export interface ManifestRow extends FileRow {
  type: DependencyType;
}
