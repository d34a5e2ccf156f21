import { isThirdPartyPath } from './discover-units.ts';
import { baseNameOf, directoryOf } from './paths.ts';

/** Returns whether a path is a script of Gradle. */
export const isGradleScript = (path: string): boolean =>
  path.endsWith('.gradle') || path.endsWith('.gradle.kts');

/** Returns whether a path is that of the settings of a build, which name its projects. */
export const isGradleSettings = (path: string): boolean =>
  ['settings.gradle', 'settings.gradle.kts'].includes(baseNameOf(path));

/** Returns whether a path is that of the script of one project. */
export const isProjectScript = (path: string): boolean =>
  ['build.gradle', 'build.gradle.kts'].includes(baseNameOf(path));

const isCode = (path: string): boolean =>
  isGradleScript(path) || ['.kt', '.kts', '.java', '.groovy'].some((end) => path.endsWith(end));

const isCodeOfPlugins = (path: string): boolean =>
  isCode(path) && !isThirdPartyPath(`${path.split('/src/main/')[0]}/`);

/** The code of plugins that a commit may have, by the folders that have it: those of `buildSrc` and of builds with settings. */
export const pluginFolders = (paths: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const own = paths.filter(isCodeOfPlugins);
  const builds = new Set(own.filter(isGradleSettings).map(directoryOf));
  const folderOf = (path: string): string => {
    const folders = path.split('/').slice(0, -1);
    for (let depth = folders.length; depth > 0; depth -= 1) {
      const folder = `${folders.slice(0, depth).join('/')}/`;
      if (folders[depth - 1] === 'buildSrc' || builds.has(folder)) return folder;
    }
    return '';
  };
  return Map.groupBy(own, folderOf);
};

/**
 * Lists the code of the plugins that the build of a unit has itself. Below `src/main/`, a folder may have any name.
 * @param unitPath is that of the unit, whose own build is in none of the folders around it.
 */
export const pluginCode = (paths: readonly string[], unitPath: string): string[] =>
  [...pluginFolders(paths)].flatMap(([folder, code]) => (isAround(folder, unitPath) ? [] : code));

/** Returns whether a folder is that of a unit, or around it. */
export const isAround = (folder: string, unitPath: string): boolean =>
  unitPath === '' ? folder === '' : `${unitPath}/`.startsWith(folder);
