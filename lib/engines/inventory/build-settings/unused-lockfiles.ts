import { posix } from 'node:path';
import type { Inventory } from '@scangate/engines/model/component';
import type { SkippedFile, SourceFiles } from '@scangate/engines/model/source-files';
import { isGradleScript, isGradleSettings } from '@scangate/engines/units/gradle-scripts';
import { directoryOf } from '@scangate/engines/units/paths';
import { recognizeLockfile } from '@scangate/engines/units/recognize-file';
import { DependencyFiles } from '../dependency-files.ts';
import { isTestConfiguration } from '../jvm/gradle-scope.ts';
import type { PlacedStatement } from './applied-scripts.ts';
import type { LockingStatement } from './gradle-locking.ts';
import { lockingOfBuild, unread } from './locking-of-build.ts';

const because = 'so Gradle may resolve other versions';
const reason = `nothing in the build turns locking on, ${because}`;
const leftOut = `a script leaves configurations or packages out of locking, ${because}`;
const unclear = `a script states locking in a way that only running it would tell, ${because}`;

const maxLockfiles = 500;

/** Returns the configurations that a lockfile is for. */
const configurationsIn = (lockfile: string): string[] => {
  const lists = lockfile.split('\n').flatMap((line) => {
    const text = line.trim();
    return text.startsWith('#') || text.startsWith('empty=')
      ? []
      : text.slice(text.lastIndexOf('=') + 1).split(',');
  });
  return [...new Set(lists.filter(Boolean))];
};

/** A lockfile, by its directory, and the builds with settings that it may be of, the outermost first. */
interface Locked {
  directory: string;
  isOfPlugins: boolean;
  builds: readonly string[];
}

/**
 * Returns whether a statement is about a lockfile. A project that has settings between itself and a script may be of a build of its
 * own, for which that script turns nothing on.
 */
const isAbout = (
  { script, statement: { effect, place } }: PlacedStatement,
  { directory, isOfPlugins, builds }: Locked,
): boolean => {
  if (!place) return true;
  if (place.isOfPlugins !== isOfPlugins) return false;
  if (script === undefined) return true;
  const { projects } = place;
  const own = directoryOf(script);
  if (projects === 'own') return own === directory;
  // Without settings, a project has no others below it.
  const roots = effect === 'locks' ? builds.slice(-1) : builds;
  const isOfBuild = directory.startsWith(own) && roots.some((root) => own.startsWith(root));
  if (projects === 'all') return own === directory || isOfBuild;
  if (projects === 'below') return own !== directory && isOfBuild;
  return directory === `${own}${projects.directory}` && isOfBuild;
};

/** Returns whether a configuration is a class path of the program or of its build scripts, rather than of tests or of anything else. */
const isClassPath = (name: string): boolean =>
  name === 'classpath' ||
  ((name.endsWith('ompileClasspath') || name.endsWith('untimeClasspath')) && !isTestConfiguration(name));

/** Returns why a lockfile may not be used, from what is said about it; undefined if it is. */
const unlockedBecause = (
  said: readonly LockingStatement[],
  configurations: () => string[],
): string | undefined => {
  const on = said.filter(({ effect }) => effect === 'locks');
  const locked = new Set(on.filter(({ isClear }) => isClear).map(({ place }) => place?.configuration));
  if (locked.has(undefined)) return undefined;
  const names = [...locked].filter((name) => name !== undefined);
  // Of a program whose class paths are not locked, a lockfile of other configurations says nothing.
  if (names.length > 0 && configurations().every((each) => locked.has(each)))
    return names.some(isClassPath) ? undefined : leftOut;
  return on.some(({ isClear }) => !isClear) ? unclear : reason;
};

/** Returns why a lockfile that is used may not be used for everything; undefined if it is. */
const leftOutBecause = (said: readonly LockingStatement[]): string | undefined => {
  const off = said.filter(({ effect }) => effect === 'leavesOut');
  if (off.length === 0) return undefined;
  return off.some(({ isClear }) => isClear) ? leftOut : unclear;
};

/** The surroundings of a unit: files of other units that are read for it have a text. */
interface Around {
  /** The path of the unit from the root of the commit. */
  unitPath: string;
  skipped: readonly SkippedFile[];
}

/** Returns the files of a unit with those of other units that have its build, by their paths from the root of the commit. */
const filesOfBuild = (files: SourceFiles, { unitPath, skipped }: Around): SourceFiles => {
  const texts = skipped.flatMap(({ path, text }): [string, Buffer][] =>
    text === undefined ? [] : [[posix.join(unitPath, path), Buffer.from(text)]],
  );
  const others = new Map(texts);
  const own = new Map(files.entries.map(({ path }) => [posix.join(unitPath, path), path]));
  const entries = [
    ...files.entries.map(({ path, sizeBytes }) => ({ path: posix.join(unitPath, path), sizeBytes })),
    ...texts.map(([path, { length }]) => ({ path, sizeBytes: length })),
  ];
  return { entries, read: (path) => others.get(path) ?? files.read(own.get(path) ?? path) };
};

/** Returns whether a file of another unit that may have something of the build is there without its text. */
const lacksText = ({ reason: skippedFor, path, text }: SkippedFile): boolean =>
  skippedFor === 'other_unit' && text === undefined && !path.includes('*');

/**
 * Notes each lockfile of Gradle that the build does not use, or not for everything: Gradle reads one only where a script or plugin
 * turns locking on for its project. Without any script there is no build to compare it with. The build of a subproject begins in
 * another unit, whose scripts are read with it.
 * @param read the lockfiles that were read.
 */
export const unusedLockfiles = (
  files: SourceFiles,
  read: readonly string[],
  around: Around = { unitPath: '', skipped: [] },
): Inventory['notes'] => {
  const lockfiles = read.filter((path) => recognizeLockfile(path)?.format === 'gradle-lockfile');
  if (lockfiles.length === 0) return [];
  const dependencyFiles = new DependencyFiles(filesOfBuild(files, around));
  const { ownPaths, readText } = dependencyFiles;
  const scripts = ownPaths.filter(isGradleScript);
  if (scripts.length === 0) return [];
  const builds = scripts
    .filter(isGradleSettings)
    .map(directoryOf)
    .toSorted((one, other) => one.length - other.length);
  const placed = [
    ...lockingOfBuild(dependencyFiles, around.unitPath),
    ...(around.skipped.some(lacksText) ? [unread] : []),
  ];
  const notes = lockfiles.flatMap((file) => {
    const path = posix.join(around.unitPath, file);
    const directory = directoryOf(path);
    const isOfPlugins = recognizeLockfile(file)?.locksPluginsOnly === true;
    const locked = { directory, isOfPlugins, builds: builds.filter((root) => directory.startsWith(root)) };
    const said = placed.filter((each) => isAbout(each, locked)).map(({ statement }) => statement);
    const gap = unlockedBecause(said, () => configurationsIn(readText(path) ?? '')) ?? leftOutBecause(said);
    return gap === undefined ? [] : { file, reason: gap };
  });
  return notes.slice(0, maxLockfiles);
};
