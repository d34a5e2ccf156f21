import type { Inventory } from '@scangate/engines/model/component';
import { baseNameOf, directoryOf } from '@scangate/engines/units/paths';
import { recognizeLockfile } from '@scangate/engines/units/recognize-file';
import type { DependencyFiles } from '../dependency-files.ts';
import { gradleTokens } from '../jvm/gradle-tokens.ts';

type Files = Pick<DependencyFiles, 'ownPaths' | 'readText'>;

const reason = 'nothing in the build turns locking on, so Gradle may resolve other versions';

const maxLockfiles = 500;
const maxSources = 5000;
/** The calls that turn locking on. */
const calls = new Set(['activateDependencyLocking', 'lockAllConfigurations']);
const buildScripts = new Set(['build.gradle', 'build.gradle.kts']);
const settingsScripts = new Set(['settings.gradle', 'settings.gradle.kts']);

const isScript = (path: string): boolean => path.endsWith('.gradle') || path.endsWith('.gradle.kts');

const isSource = (path: string): boolean =>
  ['.kt', '.kts', '.java', '.groovy'].some((end) => path.endsWith(end));

/** Returns whether the code of a script or plugin calls what turns locking on. Comments and strings do not count. */
const turnsOn = (path: string, text: string): boolean => {
  if (![...calls].some((call) => text.includes(call))) return false;
  const isKotlin = !path.endsWith('.gradle') && !path.endsWith('.groovy');
  for (const { kind, value } of gradleTokens(text, isKotlin))
    if (kind === 'word' && value.split('.').some((part) => calls.has(part))) return true;
  return false;
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
  const sources = paths.filter((path) => isSource(path) && !isScript(path) && isOfPlugin(path));
  return [...paths.filter(isScript), ...sources.slice(0, maxSources)];
};

/**
 * Notes each lockfile of Gradle that the build does not use: Gradle reads one only where a script or plugin turns locking on. The
 * build script of another project says nothing of it, unless that is above it. Without any script there is no build to
 * compare it with.
 */
export const unusedLockfiles = (
  { ownPaths, readText }: Files,
  read: readonly string[],
): Inventory['notes'] => {
  const lockfiles = read.filter((path) => recognizeLockfile(path)?.format === 'gradle-lockfile');
  if (lockfiles.length === 0 || !ownPaths.some(isScript)) return [];
  const turningOn = buildCode(ownPaths).filter((path) => turnsOn(path, readText(path) ?? ''));
  const own = new Set(turningOn.filter((path) => buildScripts.has(baseNameOf(path))).map(directoryOf));
  const isForAll = turningOn.some((path) => !buildScripts.has(baseNameOf(path)));
  const isUsed = (lockfile: string): boolean => {
    let directory = directoryOf(lockfile);
    while (!own.has(directory) && directory !== '') directory = directoryOf(directory.slice(0, -1));
    return own.has(directory);
  };
  const unused = isForAll ? [] : lockfiles.filter((path) => !isUsed(path));
  return unused.slice(0, maxLockfiles).map((file) => ({ file, reason }));
};
