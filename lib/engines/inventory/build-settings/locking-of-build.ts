import { isGradleScript, pluginCode } from '@scangate/engines/units/gradle-scripts';
import type { DependencyFiles } from '../dependency-files.ts';
import { appliedFiles } from './applied-files.ts';
import { placeStatements, type BuildCode, type PlacedStatement } from './applied-scripts.ts';
import { lockingIn } from './gradle-locking.ts';

const maxPrograms = 5000;

/** Something that is not read may leave anything out. */
export const unread: PlacedStatement = {
  script: undefined,
  statement: { effect: 'leavesOut', isClear: false, place: undefined },
};

/**
 * Reads what a build says of locking: in its scripts, in those that they apply, and in the code of its plugins.
 * @param unitPath is that of the unit among the files.
 */
export const lockingOfBuild = (
  { paths, ownPaths, readText }: DependencyFiles,
  unitPath: string,
): PlacedStatement[] => {
  const all = [...paths];
  const ofPlugins = pluginCode(all, unitPath);
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
