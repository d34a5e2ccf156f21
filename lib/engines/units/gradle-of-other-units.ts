import type { SkippedFile } from '../model/source-files.ts';
import { isThirdPartyPath } from './discover-units.ts';
import { baseNameOf } from './paths.ts';
import { recognizeLockfile } from './recognize-file.ts';

const [scripts, settings] = ['../*.gradle', '../settings.gradle'];

/** Returns whether a path is a script of Gradle. */
export const isGradleScript = (path: string): boolean =>
  path.endsWith('.gradle') || path.endsWith('.gradle.kts');

/** Returns whether a path is that of the settings of a build, which name its projects. */
export const isGradleSettings = (path: string): boolean =>
  ['settings.gradle', 'settings.gradle.kts'].includes(baseNameOf(path));

/** The scripts of Gradle in other units that may configure the projects of one. */
export interface GradleElsewhere {
  hasScripts: boolean;
  /** Whether its projects may be part of a build that begins in another unit. */
  hasSettings: boolean;
}

/** Returns whether other units have scripts of Gradle that may configure the projects of this one. */
export const gradleElsewhere = (skipped: readonly SkippedFile[]): GradleElsewhere => {
  const has = (pattern: string): boolean =>
    skipped.some(({ path, reason }) => reason === 'other_unit' && path === pattern);
  return { hasScripts: has(scripts), hasSettings: has(settings) };
};

/**
 * Returns a function that says, by patterns, whether scripts of other units may configure the projects of a unit with a lockfile of
 * Gradle: a subproject with a lockfile is a unit of its own, and the build that it belongs to is above or beside it. Of the
 * units below, only `buildSrc` has plugins for it.
 * @param pathsByUnit the files of each unit, by its path.
 */
export const gradleOfOtherUnits = (
  pathsByUnit: ReadonlyMap<string, readonly string[]>,
): ((unitPath: string) => SkippedFile[]) => {
  const scripted = [...pathsByUnit].flatMap(([path, paths]) => {
    const own = paths.filter((each) => isGradleScript(each) && !isThirdPartyPath(each));
    return own.length > 0 ? [{ path, hasSettings: own.some(isGradleSettings) }] : [];
  });
  return (unitPath) => {
    const own = pathsByUnit.get(unitPath) ?? [];
    if (!own.some((path) => recognizeLockfile(path)?.format === 'gradle-lockfile')) return [];
    const prefix = unitPath === '' ? '' : `${unitPath}/`;
    const others = scripted.filter(({ path }) => path !== unitPath);
    const outside = others.filter(({ path }) => !path.startsWith(prefix));
    const plugins = others.filter(
      ({ path }) => path.startsWith(prefix) && path.split('/').includes('buildSrc'),
    );
    const hasBuild = plugins.length > 0 || outside.some(({ hasSettings }) => hasSettings);
    const patterns = [
      ...(outside.length + plugins.length > 0 ? [scripts] : []),
      ...(hasBuild ? [settings] : []),
    ];
    return patterns.map((path) => ({ path, reason: 'other_unit' }));
  };
};
