import type { SkippedFile } from '../model/source-files.ts';
import { isThirdPartyPath } from './discover-units.ts';
import { isGradleScript, isProjectScript, pluginCode } from './gradle-scripts.ts';
import { directoryOf } from './paths.ts';
import { recognizeLockfile } from './recognize-file.ts';

/** Every unit with a lockfile gets a copy of them, so that they are few and small. */
const maxFiles = 200;
const maxBytes = 256 * 1024;

const depthOf = (path: string): number => path.split('/').length;

const isLockfile = (path: string): boolean => recognizeLockfile(path)?.format === 'gradle-lockfile';

/**
 * Returns a function that lists what other units have of the build to which a unit with a lockfile of Gradle belongs, because a
 * subproject with a lockfile is a unit of its own: the scripts of the projects above it, scripts that others apply,
 * settings and plugins. Of the units below, only `buildSrc` has plugins for it. Those nearest to the root come first.
 * @param pathsByUnit the files of each unit, by its path.
 */
export const gradleOfOtherUnits = (
  pathsByUnit: ReadonlyMap<string, readonly string[]>,
): ((unitPath: string) => string[]) => {
  const unitOf = new Map([...pathsByUnit].flatMap(([unit, paths]) => paths.map((path) => [path, unit])));
  const all = [...unitOf.keys()];
  const scripts = all.filter((path) => isGradleScript(path) && !isThirdPartyPath(path));
  const ofProjects = Map.groupBy(scripts.filter(isProjectScript), directoryOf);
  const shared = [
    ...new Set([...scripts.filter((path) => !isProjectScript(path)), ...pluginCode(all)]),
  ].toSorted((one, other) => depthOf(one) - depthOf(other) || (one < other ? -1 : 1));
  return (unitPath) => {
    if (!(pathsByUnit.get(unitPath) ?? []).some(isLockfile)) return [];
    const prefix = unitPath === '' ? '' : `${unitPath}/`;
    const isOutside = (path: string): boolean =>
      unitOf.get(path) !== unitPath && (!path.startsWith(prefix) || path.split('/').includes('buildSrc'));
    const folders = unitPath.split('/');
    const above = folders.flatMap(
      (_folder, depth) =>
        ofProjects.get(
          folders
            .slice(0, depth)
            .map((one) => `${one}/`)
            .join(''),
        ) ?? [],
    );
    const found = new Set(above.filter(isOutside));
    for (const path of shared) {
      // One more than are read tells that there are too many.
      if (found.size > maxFiles) break;
      if (isOutside(path)) found.add(path);
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
