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

/** Lists the code of the plugins that a build has itself. Below `src/main/`, a folder may have any name. */
export const pluginCode = (paths: readonly string[]): string[] => {
  const isOwn = (path: string): boolean => !isThirdPartyPath(path.split('/src/main/')[0] + '/');
  const included = new Set(paths.filter((path) => isGradleSettings(path) && isOwn(path)).map(directoryOf));
  included.delete('');
  const isOfPlugin = (path: string): boolean => {
    const folders = path.split('/').slice(0, -1);
    return folders.some(
      (folder, at) => folder === 'buildSrc' || included.has(`${folders.slice(0, at + 1).join('/')}/`),
    );
  };
  return paths.filter((path) => isCode(path) && isOfPlugin(path) && isOwn(path));
};
