import type { SkippedFile } from '../model/source-files.ts';
import { isThirdPartyPath } from './discover-units.ts';
import { recognizeLockfile } from './recognize-file.ts';

const pattern = '../*.gradle';

/** Returns whether a path is a script of Gradle. */
export const isGradleScript = (path: string): boolean =>
  path.endsWith('.gradle') || path.endsWith('.gradle.kts');

/** Returns whether other units have scripts of Gradle that may configure the projects of this one. */
export const hasGradleElsewhere = (skipped: readonly SkippedFile[]): boolean =>
  skipped.some(({ path, reason }) => reason === 'other_unit' && path === pattern);

/**
 * Returns a function that says, by a pattern, whether scripts of other units may configure the projects of a unit with a lockfile of
 * Gradle: a subproject with a lockfile is a unit of its own, and the build that it belongs to is above or beside it. Of the
 * units below, only `buildSrc` has plugins for it.
 * @param pathsByUnit the files of each unit, by its path.
 */
export const gradleOfOtherUnits = (
  pathsByUnit: ReadonlyMap<string, readonly string[]>,
): ((unitPath: string) => SkippedFile[]) => {
  const scripted = [...pathsByUnit]
    .filter(([, paths]) => paths.some((path) => isGradleScript(path) && !isThirdPartyPath(path)))
    .map(([path]) => path);
  return (unitPath) => {
    const own = pathsByUnit.get(unitPath) ?? [];
    if (!own.some((path) => recognizeLockfile(path)?.format === 'gradle-lockfile')) return [];
    const prefix = unitPath === '' ? '' : `${unitPath}/`;
    const mayConfigure = (path: string): boolean =>
      path !== unitPath && (!path.startsWith(prefix) || path.split('/').includes('buildSrc'));
    return scripted.some(mayConfigure) ? [{ path: pattern, reason: 'other_unit' }] : [];
  };
};
