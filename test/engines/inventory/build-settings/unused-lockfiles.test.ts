import { describe, expect, test } from 'vitest';
import { assessUnit } from '@scangate/engines/assess-unit';
import { unusedLockfiles } from '@scangate/engines/inventory/build-settings/unused-lockfiles';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { discoverUnits } from '@scangate/engines/units/discover-units';
import { filesByUnit } from '@scangate/engines/units/files-by-unit';
import { withTexts } from '@scangate/engines/units/gradle-of-other-units';
import { filesOf, reasonsOf } from '../inventory-fixtures.ts';

const unused = 'nothing in the build turns locking on, so Gradle may resolve other versions';
const leftOut =
  'a script leaves configurations or packages out of locking, so Gradle may resolve other versions';
const lock = 'g:a:1.0.0=compileClasspath\nempty=\n';
const activation = 'configurations.classpath.resolutionStrategy.activateDependencyLocking()\n';
const locking = 'dependencyLocking { lockAllConfigurations() }\n';

const notesOf = (contents: Record<string, string>): string[] =>
  reasonsOf(unusedLockfiles(filesOf(contents), Object.keys(contents)));

/** Returns the notes of all units of a commit, with paths from its root. */
const notesOfCommit = async (contents: Record<string, string>): Promise<string[]> => {
  const paths = Object.keys(contents);
  const units = discoverUnits(paths, 'shop');
  const of = filesByUnit(paths, [], units);
  const notes = units.map(async (unit) => {
    const { paths: own, skipped, elsewhere, relative } = of(unit);
    const texts = withTexts(elsewhere, (path) => Buffer.from(contents[path] ?? ''));
    const files = filesOf(Object.fromEntries(own.map((path) => [relative(path), contents[path] ?? ''])));
    const assessed = await assessUnit(
      {
        projectUnitId: 'u',
        scanTypes: ['sca'],
        fullScope: true,
        hasOtherUnits: true,
        skipped: [...skipped, ...texts],
      },
      { unit, files, inventory: readInventory(files, unit.type) },
    );
    return assessed.inventory.notes
      .filter(({ reason }) => reason === unused || reason === leftOut)
      .map(({ file }) => (unit.path === '' ? file : `${unit.path}/${file}`));
  });
  return (await Promise.all(notes)).flat();
};

describe('a lockfile that the build does not use is a gap', () => {
  const notesWith = (contents: Record<string, string>): string[] =>
    notesOf({ 'app/build.gradle': '', 'app/gradle.lockfile': lock, ...contents });

  test.each([
    ['no script', {}],
    ['a comment', { 'app/build.gradle': '// dependencyLocking { lockAllConfigurations() }\n' }],
    ['a string', { 'app/build.gradle': "println 'lockAllConfigurations'\n" }],
    ['the class path of the script', { 'app/build.gradle': `buildscript {\n${activation}}\n` }],
    [
      'that class path in one statement',
      { 'app/build.gradle': `buildscript.${activation}project.buildscript.${activation}` },
    ],
    ['another project', { 'other/build.gradle': locking }],
    [
      'another configuration',
      { 'app/build.gradle': 'configurations { other { resolutionStrategy.activateDependencyLocking() } }\n' },
    ],
    [
      'another configuration in one statement',
      { 'app/build.gradle': 'configurations.other.resolutionStrategy.activateDependencyLocking()\n' },
    ],
    ['code of the program', { 'app/src/main/java/A.java': 'class A { void lockAllConfigurations() {} }' }],
  ])('%s', (_, contents) => {
    expect(notesWith(contents)).toEqual([`app/gradle.lockfile: ${unused}`]);
  });

  test.each([
    ['its own script', { 'app/build.gradle': locking }],
    ['the root', { 'settings.gradle': "include 'app'\n", 'build.gradle': `allprojects { ${locking} }` }],
    [
      'a configuration',
      { 'app/build.gradle': 'configurations.all { resolutionStrategy.activateDependencyLocking() }\n' },
    ],
    [
      'the configurations that the lockfile is for',
      {
        'app/build.gradle':
          'configurations { compileClasspath { resolutionStrategy.activateDependencyLocking() } }\n',
      },
    ],
    [
      'a script that is applied',
      {
        'app/build.gradle': 'apply from: "$rootDir/gradle/locking.gradle"\n',
        'gradle/locking.gradle': locking,
      },
    ],
    [
      'a plugin as a script',
      { 'app/build.gradle': "plugins { id 'a' }\n", 'buildSrc/src/main/kotlin/a.gradle.kts': locking },
    ],
    [
      'a plugin in Java',
      { 'buildSrc/src/main/java/A.java': 'p.getDependencyLocking().lockAllConfigurations();' },
    ],
    [
      'a plugin of an included build',
      {
        'logic/settings.gradle.kts': '',
        'logic/src/main/kotlin/A.kt': 'dependencyLocking.lockAllConfigurations()',
      },
    ],
  ])('not where it is turned on by %s', (_, contents) => {
    expect(notesWith(contents)).toEqual([]);
  });

  test.each([
    'configurations.all { resolutionStrategy.deactivateDependencyLocking() }\n',
    'dependencyLocking.unlockAllConfigurations()\n',
    'dependencyLocking { lockMode = LockMode.LENIENT }\n',
    "dependencyLocking { ignoredDependencies.add('*:*') }\n",
  ])('as is one that something is left out of: %s', (exception) => {
    expect(notesWith({ 'app/build.gradle': locking + exception })).toEqual([
      `app/gradle.lockfile: ${leftOut}`,
    ]);
    expect(notesWith({ 'app/build.gradle': exception })).toEqual([`app/gradle.lockfile: ${unused}`]);
    expect(notesWith({ 'app/build.gradle': locking, 'other/build.gradle': exception })).toEqual([]);
  });

  test('locking of the class path of the script is for the lockfile of the plugins', () => {
    const contents = { 'build.gradle': `buildscript {\n${activation}}\n`, 'gradle.lockfile': lock };
    expect(notesOf({ ...contents, 'buildscript-gradle.lockfile': 'g:a:1.0.0=classpath\nempty=\n' })).toEqual([
      `gradle.lockfile: ${unused}`,
    ]);
  });

  test('and that of the project is not', () => {
    const contents = { 'build.gradle': locking, 'gradle.lockfile': lock };
    const plugins = { ...contents, 'buildscript-gradle.lockfile': 'g:a:1.0.0=classpath\nempty=\n' };
    expect(notesOf(plugins)).toEqual([`buildscript-gradle.lockfile: ${unused}`]);
    expect(notesOf({ ...plugins, 'build.gradle': `${locking}buildscript { ${locking}}\n` })).toEqual([]);
  });

  test('a lockfile without a build has none that could use it', () => {
    expect(notesOf({ 'gradle.lockfile': lock })).toEqual([]);
  });
});

describe('in a commit whose projects are units of their own', () => {
  const app = { 'app/build.gradle': '', 'app/gradle.lockfile': lock };
  const root = { 'settings.gradle': "include 'app'\n", 'build.gradle': '' };
  const plugin = "plugins { id 'a' }\n";

  test.each([
    ['the root', { ...root, 'build.gradle': `subprojects { ${locking} }` }],
    [
      'a script that the root applies',
      {
        ...root,
        'build.gradle': 'subprojects { apply from: "$rootDir/gradle/locking.gradle" }\n',
        'gradle/locking.gradle': locking,
      },
    ],
    [
      'a plugin of the root',
      { ...root, 'app/build.gradle': plugin, 'buildSrc/src/main/kotlin/a.gradle.kts': locking },
    ],
    [
      'an included build beside it',
      {
        'app/build.gradle': plugin,
        'app/settings.gradle': "pluginManagement { includeBuild('../logic') }\n",
        'logic/settings.gradle': '',
        'logic/src/main/groovy/a.gradle': locking,
      },
    ],
    [
      'a locked buildSrc',
      {
        ...root,
        'build.gradle': plugin,
        'app/build.gradle': plugin,
        'gradle.lockfile': lock,
        'buildSrc/build.gradle': locking,
        'buildSrc/gradle.lockfile': lock,
        'buildSrc/src/main/groovy/a.gradle': locking,
      },
    ],
  ])('locking may be turned on by %s', async (_, contents) => {
    expect(await notesOfCommit({ ...app, ...contents })).toEqual([]);
  });

  test('code of the program turns nothing on where its build begins in a folder', async () => {
    const program = { 'a/app/src/main/java/A.java': 'class A { void lockAllConfigurations() {} }' };
    const build = { 'a/settings.gradle': "include 'app'\n", 'a/build.gradle': '' };
    const project = { 'a/app/build.gradle': '', 'a/app/gradle.lockfile': lock };
    expect(await notesOfCommit({ ...build, ...project, ...program })).toEqual(['a/app/gradle.lockfile']);
  });

  test('a build that begins in its unit is known', async () => {
    const other = { 'other/settings.gradle': '', 'other/build.gradle': locking };
    expect(await notesOfCommit({ ...app, ...other, 'app/settings.gradle': '' })).toEqual([
      'app/gradle.lockfile',
    ]);
  });

  test('and not of the build around it', async () => {
    const around = { ...root, 'build.gradle': `subprojects { ${locking} }` };
    expect(await notesOfCommit({ ...around, ...app, 'app/settings.gradle': '' })).toEqual([
      'app/gradle.lockfile',
    ]);
    const lenient = 'dependencyLocking { lockMode = LockMode.LENIENT }';
    const leftOutAround = { ...root, 'build.gradle': `subprojects { ${lenient} }` };
    const locked = { ...app, 'app/build.gradle': locking, 'app/settings.gradle': '' };
    expect(await notesOfCommit({ ...leftOutAround, ...locked })).toEqual(['app/gradle.lockfile']);
    expect(await notesOfCommit({ ...around, ...locked })).toEqual([]);
  });

  test('so is the root, whatever is below it', async () => {
    const contents = { ...root, ...app, 'gradle.lockfile': lock, 'app/build.gradle': locking };
    expect(await notesOfCommit(contents)).toEqual(['gradle.lockfile']);
  });

  test('a project is known where no build with settings can have it', async () => {
    expect(await notesOfCommit({ ...app, 'build.gradle': locking })).toEqual(['app/gradle.lockfile']);
    const below = { 'app/logic/settings.gradle': '', 'app/logic/build.gradle': locking };
    expect(await notesOfCommit({ ...app, ...below })).toEqual(['app/gradle.lockfile']);
    const applies = { 'build.gradle': locking, 'app/build.gradle': "apply from: '../build.gradle'\n" };
    expect(await notesOfCommit({ ...app, ...applies })).toEqual([]);
  });

  test('settings of a build that a project includes are not its own', async () => {
    const included = { 'app/logic/settings.gradle': '', 'app/logic/build.gradle': '' };
    const locked = { ...root, 'build.gradle': `subprojects { ${locking} }` };
    expect(await notesOfCommit({ ...locked, ...app, ...included })).toEqual([]);
  });

  test.each([
    ['turns nothing on', {}],
    ['turns it on for itself', { 'build.gradle': locking }],
    ['no longer applies what turns it on', { 'gradle/locking.gradle': locking }],
    [
      'leaves something out',
      { 'build.gradle': `subprojects { ${locking}dependencyLocking { lockMode = LockMode.LENIENT } }\n` },
    ],
    [
      'has a plugin that leaves something out',
      {
        'build.gradle': `subprojects { ${locking} }`,
        'app/build.gradle': plugin,
        'buildSrc/src/main/groovy/a.gradle': "dependencyLocking { ignoredDependencies.add('g:*') }\n",
      },
    ],
  ])('a lockfile below a root that %s is a gap', async (_, contents) => {
    expect(await notesOfCommit({ ...root, ...app, ...contents })).toEqual(['app/gradle.lockfile']);
  });

  test('what its own script leaves out is a gap, whatever another unit turns on', async () => {
    const lenient = 'dependencyLocking { lockMode = LockMode.LENIENT }\n';
    expect(await notesOfCommit({ ...root, ...app, 'app/build.gradle': lenient })).toEqual([
      'app/gradle.lockfile',
    ]);
  });

  test('a project without any other build is known', async () => {
    expect(await notesOfCommit(app)).toEqual(['app/gradle.lockfile']);
  });
});
