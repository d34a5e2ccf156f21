import type { Inventory } from '@scangate/engines/model/component';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import {
  isGradleScript,
  isGradleSettings,
  type GradleElsewhere,
} from '@scangate/engines/units/gradle-of-other-units';
import { directoryOf } from '@scangate/engines/units/paths';
import { recognizeLockfile } from '@scangate/engines/units/recognize-file';
import { DependencyFiles } from '../dependency-files.ts';
import { isTestConfiguration } from '../jvm/gradle-scope.ts';
import { gradleTokens } from '../jvm/gradle-tokens.ts';
import type { LockingStatement } from './gradle-locking.ts';
import { lockingOfBuild } from './locking-of-build.ts';
import type { Place } from './locking-places.ts';

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

/** Returns whether a script names a place above its unit, from which it may take plugins or other scripts. */
const leadsOut = (path: string, text: string): boolean => {
  if (!text.includes('..') && !text.includes('arentFile')) return false;
  for (const { kind, value } of gradleTokens(text, path.endsWith('.kts')))
    if (
      (kind === 'text' && value.split('/').includes('..')) ||
      (kind === 'word' && value.endsWith('arentFile'))
    )
      return true;
  return false;
};

/** Returns whether what a script says at a place is about the projects in a directory. */
const isAbout = (
  { script, projects }: { script: string; projects: Place['projects'] },
  directory: string,
  builds: readonly string[],
): boolean => {
  const own = directoryOf(script);
  if (projects === 'own') return own === directory;
  // Without settings, a project has no others below it.
  const isOfBuild = directory.startsWith(own) && builds.some((root) => own.startsWith(root));
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

/**
 * Notes each lockfile of Gradle that the build does not use, or not for everything: Gradle reads one only where a script or plugin
 * turns locking on for its project. Without any script there is no build to compare it with. Where other units may configure its
 * project, because the build begins there or takes scripts from there, they may turn it on.
 * @param read the lockfiles that were read.  @param elsewhere the scripts of other units.
 */
export const unusedLockfiles = (
  files: SourceFiles,
  read: readonly string[],
  elsewhere: GradleElsewhere,
): Inventory['notes'] => {
  const lockfiles = read.filter((path) => recognizeLockfile(path)?.format === 'gradle-lockfile');
  if (lockfiles.length === 0) return [];
  const dependencyFiles = new DependencyFiles(files);
  const { ownPaths, readText } = dependencyFiles;
  const scripts = ownPaths.filter(isGradleScript);
  if (scripts.length === 0) return [];
  const roots = scripts.filter(isGradleSettings).map(directoryOf);
  const builds = elsewhere.hasSettings ? [''] : roots;
  const hasOthers = elsewhere.hasScripts && scripts.some((path) => leadsOut(path, readText(path) ?? ''));
  const placed = lockingOfBuild(dependencyFiles);
  const notes = lockfiles.flatMap((file) => {
    const ofPlugins = recognizeLockfile(file)?.locksPluginsOnly === true;
    const said = placed.flatMap(({ script, statement }) => {
      const { place } = statement;
      const isTold =
        !place ||
        (place.isOfPlugins === ofPlugins &&
          (script === undefined || isAbout({ script, projects: place.projects }, directoryOf(file), builds)));
      return isTold ? statement : [];
    });
    const beginsElsewhere = elsewhere.hasSettings && !roots.some((root) => file.startsWith(root));
    const isKnown = !hasOthers && !beginsElsewhere;
    const unlocked = isKnown
      ? unlockedBecause(said, () => configurationsIn(readText(file) ?? ''))
      : undefined;
    const gap = unlocked ?? leftOutBecause(said);
    return gap === undefined ? [] : { file, reason: gap };
  });
  return notes.slice(0, maxLockfiles);
};
