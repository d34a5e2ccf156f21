import {
  buildFileRows,
  lockfileRows,
  manifestRows,
  sharedFolders,
  type LockfileFormat,
} from '../inventory/formats.ts';
import {
  buildTypes,
  type BuildFileRow,
  type BuildType,
  type LockfileRow,
} from '../inventory/formats/rows.ts';
import type { UnitType } from '../model/project-unit.ts';
import { baseNameOf, directoryOf } from './paths.ts';

/** A recognized lockfile. `format` is absent where the file has no reader. */
export type RecognizedLockfile = Omit<LockfileRow, 'format'> & { format?: LockfileFormat };

interface Row {
  file: string | RegExp;
  isPath?: true;
}

/** Returns a function that finds the row of a path: by exact name, else by the first pattern that matches. */
const finder = <R extends Row>(rows: readonly R[]): ((path: string) => R | undefined) => {
  const byName = new Map(rows.map((row) => [row.file, row]));
  const patterns = rows.flatMap((row) => (row.file instanceof RegExp ? [{ row, pattern: row.file }] : []));
  return (path) => {
    const name = baseNameOf(path);
    return (
      byName.get(name) ?? patterns.find(({ row, pattern }) => pattern.test(row.isPath ? path : name))?.row
    );
  };
};

const lockfiles: readonly RecognizedLockfile[] = lockfileRows;
const findBuildFile = finder(buildFileRows);
const findManifest = finder(manifestRows);

/** Returns the table row of a lockfile, or undefined. */
export const recognizeLockfile = finder(lockfiles);

/** Matches `test`, `it`, `integrationTest`, `test-data`, but not `latest`. */
const isForTests = (name: string): boolean =>
  /^(?:it|tests?)$|^test(?:[A-Z_-]|$)|(?:Test|-test|-tests|-it)$/.test(name);

/** Maven and Gradle keep projects that exist only for tests under `src/test`, `src/it` and the like. */
const isTestProject = (path: string): boolean => {
  const segments = path.split('/').slice(0, -1);
  return segments.some(
    (segment, at) =>
      segment === 'archetype-resources' || (segment === 'src' && isForTests(segments[at + 1] ?? '')),
  );
};

const buildFileRow = (path: string): BuildFileRow | undefined => {
  const row = findBuildFile(path);
  return row && row.type !== 'nuget' && isTestProject(path) ? undefined : row;
};

/** Returns the build system whose declarations a file holds, or undefined. */
export const recognizeBuildFile = (path: string): BuildType | undefined => buildFileRow(path)?.type;

/** Returns whether a file belongs to a build that is resolved by published poms. */
export const isResolvedByPoms = (path: string): boolean => {
  const type = recognizeBuildFile(path);
  return type === 'maven' || type === 'gradle';
};

export const isBuildType = (type: string): type is BuildType =>
  (buildTypes as readonly string[]).includes(type);

/** Returns the type of the project that a file marks in its directory, or undefined. */
export const recognizeManifest = (path: string): UnitType | undefined => {
  const manifest = findManifest(path);
  if (manifest) return manifest.type;
  const row = buildFileRow(path);
  return row?.marksProject ? row.type : undefined;
};

/** Returns whether a file lists tools of the repository rather than dependencies of its code. */
export const isToolList = (path: string): boolean => recognizeLockfile(path)?.listsTools === true;

/** Returns whether dependencies can be read from a file of this name. */
export const hasReadableDependencies = (path: string): boolean =>
  recognizeLockfile(path)?.format !== undefined || recognizeBuildFile(path) !== undefined;

/** Returns whether a file of this name can be read alone, as text, when it is uploaded. */
export const isReadByItself = (path: string): boolean =>
  hasReadableDependencies(path) && !recognizeLockfile(path)?.isBinary;

/**
 * Returns the directory that a dependency file belongs to, '' or with a trailing slash: its own, or the parent of a
 * directory for such files.
 */
export const projectDirectoryOf = (path: string): string => {
  const directory = directoryOf(path);
  const row = recognizeLockfile(path) ?? findBuildFile(path);
  const folder = row?.inSharedFolder && sharedFolders.find((each) => each.test(directory));
  const at = folder ? directory.search(folder) : -1;
  if (at === -1) return directory;
  return at === 0 ? '' : directory.slice(0, at + 1);
};

/** File names that `lockfile.path` may end with, for messages. */
export const readableFileNames: readonly string[] = [
  ...lockfiles.filter(({ format, isBinary }) => format !== undefined && !isBinary),
  ...buildFileRows.filter(({ isStandalone }) => isStandalone),
].flatMap(({ file }) => (typeof file === 'string' ? [file] : []));
