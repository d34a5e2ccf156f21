import type { SkippedFile } from '../model/source-files.ts';
import { isThirdPartyPath } from './discover-units.ts';
import {
  isAround,
  isGradleScript,
  isGradleSettings,
  isProjectScript,
  pluginFolders,
} from './gradle-scripts.ts';
import { directoryOf } from './paths.ts';
import { recognizeLockfile } from './recognize-file.ts';

/** Every unit with a lockfile gets a copy of them, so that they are few and small. */
const maxFiles = 200;
const maxBytes = 256 * 1024;

const depthOf = (path: string): number => path.split('/').length;

const isLockfile = (path: string): boolean => recognizeLockfile(path)?.format === 'gradle-lockfile';

/** A folder with more code than this has programs rather than plugins. */
const maxOfPlugins = 200;

const byDepth = (one: string, other: string): number =>
  depthOf(one) - depthOf(other) || (one < other ? -1 : 1);

/** Returns the folders of a unit and around it, the outermost first. */
const foldersOf = (unitPath: string): string[] => {
  const names = unitPath === '' ? [] : unitPath.split('/');
  return ['', ...names.map((_name, depth) => `${names.slice(0, depth + 1).join('/')}/`)];
};

/**
 * Returns a function that lists what other units have of the build to which a unit with a lockfile of Gradle belongs, because a
 * subproject with a lockfile is a unit of its own: the scripts of the projects above it, and then scripts that others may apply,
 * settings and plugins, of its build first. Of the units below, only `buildSrc` has plugins for it.
 * @param pathsByUnit the files of each unit, by its path.
 */
export const gradleOfOtherUnits = (
  pathsByUnit: ReadonlyMap<string, readonly string[]>,
): ((unitPath: string) => string[]) => {
  const unitOf = new Map([...pathsByUnit].flatMap(([unit, paths]) => paths.map((path) => [path, unit])));
  const all = [...unitOf.keys()];
  const scripts = all.filter((path) => isGradleScript(path) && !isThirdPartyPath(path));
  const ofProjects = Map.groupBy(scripts.filter(isProjectScript), directoryOf);
  const builds = new Set(scripts.filter(isGradleSettings).map(directoryOf));
  const folderOf = new Map(
    [...pluginFolders(all)].flatMap(([folder, code]) =>
      code.length > maxOfPlugins ? [] : code.map((path) => [path, folder] as const),
    ),
  );
  const shared = [
    ...new Set([...scripts.filter((path) => !isProjectScript(path)), ...folderOf.keys()]),
  ].toSorted(byDepth);
  const sharedIn = new Map<string, string[]>();
  return (unitPath) => {
    if (!(pathsByUnit.get(unitPath) ?? []).some(isLockfile)) return [];
    const folders = foldersOf(unitPath);
    const prefix = folders.at(-1) ?? '';
    const build = folders.findLast((folder) => builds.has(folder)) ?? prefix;
    const isOutside = (path: string): boolean =>
      unitOf.get(path) !== unitPath && (!path.startsWith(prefix) || path.split('/').includes('buildSrc'));
    const isOfPlugin = (path: string): boolean => !isAround(folderOf.get(path) ?? '', unitPath);
    const isShared = (path: string): boolean =>
      isOutside(path) && ((isGradleScript(path) && !isProjectScript(path)) || isOfPlugin(path));
    const found = new Set(folders.flatMap((folder) => ofProjects.get(folder) ?? []).filter(isOutside));
    const inBuild = sharedIn.get(build) ?? shared.filter((path) => path.startsWith(build));
    sharedIn.set(build, inBuild);
    for (const path of inBuild) {
      // One more than are read tells that there are too many.
      if (found.size > maxFiles) break;
      if (isShared(path)) found.add(path);
    }
    for (const path of shared) {
      if (found.size >= maxFiles) break;
      if (isShared(path)) found.add(path);
    }
    return [...found];
  };
};

/**
 * Adds the texts of files of other units that are read for a unit, by their paths from it; those that are not there, or are too
 * many, come without their text.
 */
export const withTexts = (
  files: ReadonlyMap<string, string>,
  read: (path: string) => Uint8Array | undefined,
): SkippedFile[] => {
  let left = maxBytes;
  return [...files].map(([path, relative], index) => {
    const bytes = index < maxFiles ? read(path) : undefined;
    left -= bytes?.length ?? 0;
    const text = bytes && left >= 0 ? Buffer.from(bytes).toString('utf8') : undefined;
    return { path: relative, reason: 'other_unit', ...(text !== undefined && { text }) };
  });
};
