import { isThirdPartyPath } from '@scangate/engines/units/discover-units';
import { isGradleScript, isGradleSettings } from '@scangate/engines/units/gradle-of-other-units';
import { directoryOf } from '@scangate/engines/units/paths';
import type { DependencyFiles } from '../dependency-files.ts';
import { appliedFiles } from './applied-files.ts';
import { placeStatements, type BuildCode, type PlacedStatement } from './applied-scripts.ts';
import { lockingIn } from './gradle-locking.ts';

const maxPrograms = 5000;

/** Something that is not read may leave anything out. */
const unread: PlacedStatement = {
  script: undefined,
  statement: { effect: 'leavesOut', isClear: false, place: undefined },
};

const isCode = (path: string): boolean =>
  isGradleScript(path) || ['.kt', '.kts', '.java', '.groovy'].some((end) => path.endsWith(end));

/** Lists the code of the plugins that the build has itself. Below `src/main/`, a folder may have any name. */
const pluginCode = (paths: readonly string[]): string[] => {
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

/** Reads what a build says of locking: in its scripts, in those that they apply, and in the code of its plugins. */
export const lockingOfBuild = ({ paths, ownPaths, readText }: DependencyFiles): PlacedStatement[] => {
  const all = [...paths];
  const ofPlugins = pluginCode(all);
  const scripts = [...new Set([...ownPaths.filter(isGradleScript), ...ofPlugins.filter(isGradleScript)])];
  const applied = appliedFiles(scripts, all, readText);
  const isScript = new Set([...scripts, ...applied.found]);
  const programs = ofPlugins.filter((path) => !isScript.has(path));
  let hasUnread = applied.hasUnread || programs.length > maxPrograms;
  const code = [...isScript, ...programs.slice(0, maxPrograms)].map((path): BuildCode => {
    const text = readText(path);
    if (text === undefined) hasUnread = true;
    const kind = { path, isScript: isScript.has(path) };
    return { ...kind, text: text ?? '', statements: lockingIn(text ?? '', kind) };
  });
  const placed = placeStatements(code, applied.found);
  return hasUnread ? [...placed, unread] : placed;
};
