import { describe, expect, test } from 'vitest';
import { inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const missing = 'dependencies that the project asks for and the lockfile does not have';
const lock = 'g:a:1.0.0=compileClasspath\nempty=\n';
const locking = 'dependencyLocking { lockAllConfigurations() }\n';

test('a dependency that the build script requires and the lockfile does not have is a gap', () => {
  const inventory = inventoryOf({
    'build.gradle': `${locking}dependencies {\n  implementation "g:a:1.0.0"\n  implementation "g:b:1.0.0"\n}\n`,
    'gradle.lockfile': lock,
  });
  expect(reasonsOf(inventory.notes)).toEqual([`gradle.lockfile: ${missing} (1): g:b`]);
});

test('a lockfile without any of the required dependencies resolves nothing', () => {
  const inventory = inventoryOf({
    'build.gradle.kts': 'dependencies { implementation("g:b:1.0.0") }\n',
    'gradle.lockfile': lock,
  });
  expect(inventory.resolvingNothing).toEqual(['gradle.lockfile']);
});

test('the class path of the build script and names that only Gradle knows are not a gap', () => {
  const script = [
    locking,
    'buildscript { dependencies { classpath "g:plugin:1.0.0" } }',
    'dependencies {\n  implementation "g:a:1.0.0"\n  implementation "g:${name}:1.0.0"\n}\n',
  ].join('\n');
  const inventory = inventoryOf({
    'build.gradle': script,
    'gradle.lockfile': lock,
    'buildscript-gradle.lockfile': 'g:plugin:1.0.0=classpath\nempty=\n',
  });
  expect(reasonsOf(inventory.notes)).toEqual([]);
});

describe('a lockfile of the plugins', () => {
  const plugins = { 'buildscript-gradle.lockfile': 'g:plugin:1.0.0=classpath\nempty=\n' };
  const build = `${locking}plugins { id 'java' version '2' }
buildscript { dependencies { classpath 'g:plugin:1.0.0' } }
`;

  test('does not take the place of what the project itself requests', () => {
    const script = `${build}dependencies { implementation 'g:a:1.0.0' }\n`;
    const inventory = inventoryOf({ ...plugins, 'build.gradle': script });
    expect(namesOf(inventory)).toEqual(['g:a@1.0.0', 'g:plugin@1.0.0']);
    expect(inventory.read).toEqual(['build.gradle', 'buildscript-gradle.lockfile']);
    expect(reasonsOf(inventory.notes).join('\n')).toContain('transitive dependencies are in no file');
  });

  test('has all of a build that only has plugins', () => {
    const inventory = inventoryOf({
      ...plugins,
      'build.gradle': build,
      'app/build.gradle': "dependencies { implementation 'g:a:1.0.0' }\n",
      'app/gradle.lockfile': lock,
    });
    expect(namesOf(inventory)).toEqual(['g:a@1.0.0', 'g:plugin@1.0.0']);
    expect(reasonsOf(inventory.notes)).toEqual([]);
  });
});

describe('a script that a locked project applies is compared with its lockfile', () => {
  const hidden = "dependencies { implementation 'g:hidden:1.0.0' }\n";

  test.each([
    ['beside it', '', 'deps.gradle', 'apply from: "deps.gradle"'],
    ['at the root', 'app/', 'gradle/deps.gradle', 'apply from: "$rootDir/gradle/deps.gradle"'],
    ['in Kotlin', '', 'deps.gradle', 'apply { from("deps.gradle") }'],
  ])('%s', (_, directory, path, line) => {
    const inventory = inventoryOf({
      [`${directory}build.gradle`]: `${locking}${line}\n`,
      [`${directory}gradle.lockfile`]: lock,
      [path]: hidden,
    });
    expect(reasonsOf(inventory.notes)).toContain(`${directory}gradle.lockfile: ${missing} (1): g:hidden`);
  });

  test('a script that another one applies', () => {
    const inventory = inventoryOf({
      'build.gradle': `${locking}apply from: 'a.gradle'\n`,
      'a.gradle': "apply from: 'b.gradle'\napply from: 'a.gradle'\n",
      'b.gradle': hidden,
      'gradle.lockfile': lock,
    });
    expect(reasonsOf(inventory.notes)).toEqual([`gradle.lockfile: ${missing} (1): g:hidden`]);
  });

  test('any script of a directory whose build script has a name of its own', () => {
    const contents = { 'app/app.gradle': locking + hidden, 'app/gradle.lockfile': lock };
    const expected = `app/gradle.lockfile: ${missing} (1): g:hidden`;
    expect(reasonsOf(inventoryOf(contents).notes)).toEqual([expected]);
    const decoy = {
      'settings.gradle': "rootProject.children.each { it.buildFileName = it.name + '.gradle' }\n",
      'app/build.gradle': '',
    };
    expect(reasonsOf(inventoryOf({ ...contents, ...decoy }).notes)).toContain(expected);
  });

  test('not one that nothing applies, nor a build that it includes', () => {
    const inventory = inventoryOf({
      'build.gradle': `${locking}includeBuild("tools")\n`,
      'tools/settings.gradle': '',
      'publish.gradle': hidden,
      'gradle.lockfile': lock,
    });
    expect(reasonsOf(inventory.notes)).toEqual([]);
  });
});
