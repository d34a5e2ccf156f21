import type { Inventory } from '@scangate/engines/model/component';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import { isGradleScript } from '@scangate/engines/units/gradle-of-other-units';
import { baseNameOf, directoryOf } from '@scangate/engines/units/paths';
import { recognizeLockfile } from '@scangate/engines/units/recognize-file';
import { DependencyFiles } from '../dependency-files.ts';
import { gradleStatements } from '../jvm/gradle-statements.ts';
import { gradleTokens } from '../jvm/gradle-tokens.ts';

const reason = 'nothing in the build turns locking on, so Gradle may resolve other versions';
const leftOut =
  'a script leaves configurations or packages out of locking, so Gradle may resolve other versions';

const maxLockfiles = 500;
const maxSources = 5000;
const lockAll = 'lockAllConfigurations';
const lockOne = 'activateDependencyLocking';
/** The words that turn it off again, or not on for everything. */
const exceptions = [
  'deactivateDependencyLocking',
  'unlockAllConfigurations',
  'ignoredDependencies',
  'LENIENT',
];
const telling = [lockAll, lockOne, ...exceptions];
/** The words behind `configurations` that name none of them. */
const ofMany = new Set([
  'all',
  'configureEach',
  'each',
  'forEach',
  'matching',
  'withType',
  'named',
  'getByName',
  'register',
  'create',
  'maybeCreate',
  'resolutionStrategy',
]);
const buildScripts = new Set(['build.gradle', 'build.gradle.kts']);
const settingsScripts = new Set(['settings.gradle', 'settings.gradle.kts']);

const isSource = (path: string): boolean =>
  ['.kt', '.kts', '.java', '.groovy'].some((end) => path.endsWith(end));

/** The names by which code reaches what a build script itself needs, rather than its project. */
const ofScript = new Set(['buildscript', 'getBuildscript']);

/** A statement that says what is locked. */
interface Statement {
  /** Whether it is about the plugins only, in `buildscript`. */
  isOfPlugins: boolean;
  /** Whether it leaves something out. */
  leavesOut: boolean;
  /** The only configuration that it locks; undefined for all. */
  configuration: string | undefined;
}

/** Returns what the code of a script or plugin says of locking. Comments and strings do not count. */
const statementsIn = (path: string, text: string): Statement[] => {
  if (!telling.some((word) => text.includes(word))) return [];
  const isKotlin = !path.endsWith('.gradle') && !path.endsWith('.groovy');
  return [...gradleStatements(text, isKotlin)].flatMap(({ blocks, tokens }) => {
    const words = tokens.flatMap(({ kind, value }) => (kind === 'word' ? value.split('.') : []));
    if (!words.some((word) => telling.includes(word))) return [];
    const around = [...blocks.flatMap((block) => block.split('.')), ...words];
    const named = words.includes(lockAll) ? undefined : around[around.lastIndexOf('configurations') + 1];
    const isOne = around.includes('configurations') && named && !ofMany.has(named) && named !== lockOne;
    return {
      isOfPlugins: around.some((word) => ofScript.has(word)),
      leavesOut: words.some((word) => exceptions.includes(word)),
      configuration: isOne ? named : undefined,
    };
  });
};

/** Returns the configurations that a lockfile is for. */
const configurationsIn = (lockfile: string): string[] => {
  const lists = lockfile.split('\n').flatMap((line) => {
    const text = line.trim();
    return text.startsWith('#') || text.startsWith('empty=')
      ? []
      : text.slice(text.lastIndexOf('=') + 1).split(',');
  });
  return [...new Set(lists.filter(Boolean))];
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
 * Notes each lockfile of Gradle that the build does not use, or not for everything: Gradle reads one only where a script or plugin
 * turns locking on. The build script of another project says nothing of it, unless that is above it. Without any script there is
 * no build to compare it with, and where other units may configure its projects, only a build that begins in this unit and names
 * nothing above it is known.
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
  const code = buildCode(ownPaths).flatMap((path) => {
    const statements = statementsIn(path, readText(path) ?? '');
    // A build script is of the projects in its directory and below.
    const directory = buildScripts.has(baseNameOf(path)) ? directoryOf(path) : '';
    return statements.length > 0 ? [{ directory, statements }] : [];
  });
  const notes = lockfiles.flatMap((file) => {
    const ofPlugins = recognizeLockfile(file)?.locksPluginsOnly === true;
    const said = code
      .filter(({ directory }) => file.startsWith(directory))
      .flatMap(({ statements }) => statements)
      .filter(({ isOfPlugins }) => ofPlugins || !isOfPlugins);
    const locked = new Set(
      said.filter(({ leavesOut }) => !leavesOut).map(({ configuration }) => configuration),
    );
    const locksThose = (): boolean =>
      configurationsIn(readText(file) ?? '').every((each) => locked.has(each));
    if (!locked.has(undefined) && (locked.size === 0 || !locksThose())) return { file, reason };
    return said.some(({ leavesOut }) => leavesOut) ? { file, reason: leftOut } : [];
  });
  return notes.slice(0, maxLockfiles);
};
