import type { Inventory } from '@scangate/engines/model/component';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import { isGradleScript } from '@scangate/engines/units/gradle-of-other-units';
import { baseNameOf, directoryOf } from '@scangate/engines/units/paths';
import { recognizeLockfile } from '@scangate/engines/units/recognize-file';
import { DependencyFiles } from '../dependency-files.ts';
import { gradleStatements } from '../jvm/gradle-statements.ts';
import { gradleTokens } from '../jvm/gradle-tokens.ts';

const reason = 'nothing in the build turns locking on, so Gradle may resolve other versions';

const maxLockfiles = 500;
const maxSources = 5000;
/** The calls that turn locking on. */
const calls = new Set(['activateDependencyLocking', 'lockAllConfigurations']);
const buildScripts = new Set(['build.gradle', 'build.gradle.kts']);
const settingsScripts = new Set(['settings.gradle', 'settings.gradle.kts']);

const isSource = (path: string): boolean =>
  ['.kt', '.kts', '.java', '.groovy'].some((end) => path.endsWith(end));

/** The names by which code reaches what a build script itself needs, rather than its project. */
const ofScript = new Set(['buildscript', 'getBuildscript']);

type Locked = 'plugins' | 'project';

/**
 * Returns what the code of a script or plugin turns locking on for: the plugins only, in `buildscript`, or the project. Comments and
 * strings do not count.
 */
const turnsOn = (path: string, text: string): Locked | undefined => {
  if (![...calls].some((call) => text.includes(call))) return undefined;
  const isKotlin = !path.endsWith('.gradle') && !path.endsWith('.groovy');
  let found: Locked | undefined;
  for (const { blocks, tokens } of gradleStatements(text, isKotlin)) {
    const words = tokens.flatMap(({ kind, value }) => (kind === 'word' ? value.split('.') : []));
    if (!words.some((word) => calls.has(word))) continue;
    const around = [...words, ...blocks.flatMap((block) => block.split('.'))];
    if (!around.some((word) => ofScript.has(word))) return 'project';
    found = 'plugins';
  }
  return found;
};

/** Lists the scripts of all projects, and the sources of plugins that the build has itself. */
const buildCode = (paths: readonly string[]): string[] => {
  const included = new Set(
    paths.filter((path) => settingsScripts.has(baseNameOf(path))).map((path) => directoryOf(path)),
  );
  const isOfPlugin = (path: string): boolean => {
    const folders = path.split('/').slice(0, -1);
    return folders.some(
      (folder, at) => folder === 'buildSrc' || included.has(`${folders.slice(0, at + 1).join('/')}/`),
    );
  };
  const sources = paths.filter((path) => isSource(path) && !isGradleScript(path) && isOfPlugin(path));
  return [...paths.filter(isGradleScript), ...sources.slice(0, maxSources)];
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

/**
 * Notes each lockfile of Gradle that the build does not use: Gradle reads one only where a script or plugin turns locking on. The
 * build script of another project says nothing of it, unless that is above it. Without any script there is no build to
 * compare it with, and where other units may configure its projects, only a build that begins in this unit and names nothing
 * above it is known.
 * @param read the lockfiles that were read.  @param hasBuildElsewhere whether other units have scripts of Gradle.
 */
export const unusedLockfiles = (
  files: SourceFiles,
  read: readonly string[],
  hasBuildElsewhere: boolean,
): Inventory['notes'] => {
  const lockfiles = read.filter((path) => recognizeLockfile(path)?.format === 'gradle-lockfile');
  if (lockfiles.length === 0) return [];
  const { ownPaths, readText } = new DependencyFiles(files);
  const scripts = ownPaths.filter(isGradleScript);
  const beginsHere = scripts.some((path) => settingsScripts.has(path));
  const isKnown =
    !hasBuildElsewhere || (beginsHere && !scripts.some((path) => leadsOut(path, readText(path) ?? '')));
  if (scripts.length === 0 || !isKnown) return [];
  const turningOn = buildCode(ownPaths).flatMap((path) => {
    const locked = turnsOn(path, readText(path) ?? '');
    return locked ? [{ path, locked }] : [];
  });
  const isUsed = (lockfile: string): boolean => {
    const ofPlugins = recognizeLockfile(lockfile)?.locksPluginsOnly === true;
    return turningOn.some(
      ({ path, locked }) =>
        (ofPlugins || locked === 'project') &&
        (!buildScripts.has(baseNameOf(path)) || lockfile.startsWith(directoryOf(path))),
    );
  };
  const unused = lockfiles.filter((path) => !isUsed(path));
  return unused.slice(0, maxLockfiles).map((file) => ({ file, reason }));
};
