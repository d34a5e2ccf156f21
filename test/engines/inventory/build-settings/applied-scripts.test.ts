import { describe, expect, test } from 'vitest';
import { unusedLockfiles } from '@scangate/engines/inventory/build-settings/unused-lockfiles';
import { filesOf } from '../inventory-fixtures.ts';
import { processorMs } from '#test/support/processor-time.ts';

const because = 'so Gradle may resolve other versions';
const unused = `nothing in the build turns locking on, ${because}`;
const leftOut = `a script leaves configurations or packages out of locking, ${because}`;
const unclear = `a script states locking in a way that only running it would tell, ${because}`;
const lock = 'g:a:1.0.0=compileClasspath\nempty=\n';
const locking = 'dependencyLocking { lockAllConfigurations() }\n';

const base = {
  'settings.gradle': "include 'app'\n",
  'build.gradle': '',
  'gradle.lockfile': lock,
  'app/build.gradle': '',
  'app/gradle.lockfile': lock,
  'gradle/locking.gradle': locking,
};
const plugin = {
  ...base,
  'gradle/locking.gradle': '',
  'buildSrc/src/main/groovy/acme.locking.gradle': locking,
};

/** Returns the reasons of the gaps at the root and in the project. */
const gapsOf = (contents: Record<string, string>): (string | undefined)[] => {
  const notes = unusedLockfiles(filesOf(contents), Object.keys(contents));
  return ['gradle.lockfile', 'app/gradle.lockfile'].map(
    (path) => notes.find(({ file }) => file === path)?.reason,
  );
};

describe('a script locks the projects that apply it', () => {
  const apply = 'apply from: "$rootDir/gradle/locking.gradle"\n';

  test.each([
    ['none', {}, [unused, unused]],
    ['the root', { 'build.gradle': apply }, [undefined, unused]],
    ['a project', { 'app/build.gradle': "apply from: '../gradle/locking.gradle'\n" }, [unused, undefined]],
    ['all', { 'build.gradle': `allprojects { ${apply} }` }, [undefined, undefined]],
    ['those below', { 'build.gradle': `subprojects { ${apply} }` }, [unused, undefined]],
    ['a block', { 'build.gradle': "apply { from 'gradle/locking.gradle' }\n" }, [undefined, unused]],
    [
      'Kotlin',
      { 'build.gradle.kts': 'apply(from = rootProject.file("gradle/locking.gradle"))\n' },
      [undefined, unused],
    ],
    [
      'another script',
      { 'app/build.gradle': 'apply from: "$rootDir/b.gradle"\n', 'gradle/b.gradle': '', 'b.gradle': apply },
      [unused, undefined],
    ],
    [
      'a script that locks those below',
      { 'build.gradle': apply, 'gradle/locking.gradle': `subprojects { ${locking} }` },
      [unused, undefined],
    ],
    ['the settings', { 'settings.gradle': `gradle.allprojects { ${apply} }` }, [undefined, undefined]],
  ])('%s', (_, contents, gaps) => {
    expect(gapsOf({ ...base, ...contents })).toEqual(gaps);
  });

  test.each([
    ['a condition', `if (false) { ${apply} }`],
    ['a computed name', 'apply from: "gradle/${name}.gradle"\n'],
    ['all of a folder', "fileTree('gradle') { include '*.gradle' }.each { apply from: it }\n"],
    ['in a text', "println 'gradle/locking.gradle'\n"],
  ])('and is unclear where %s decides', (_, script) => {
    expect(gapsOf({ ...base, 'build.gradle': script })).toEqual([unclear, unclear]);
  });

  const off = 'configurations.all { resolutionStrategy.deactivateDependencyLocking() }\n';

  test.each([
    ['third-party code', 'vendor/x.gradle', "apply from: 'vendor/x.gradle'\n"],
    ['test data', 'fixtures/x.gradle', 'apply from: "$rootDir/fixtures/x.gradle"\n'],
    ['a file with any name', 'x.txt', "apply from: 'x.txt'\n"],
    ['a build script of another project', 'other/build.gradle', "apply from: 'other/build.gradle'\n"],
    ['a script that it applies', 'vendor/y', "apply from: 'x.gradle'\n", "apply from: 'vendor/y'\n"],
    ['the sources of a plugin', 'buildSrc/src/main/groovy/vendor/x.gradle', "plugins { id 'x' }\n"],
  ])('what %s leaves out is a gap', (_, path, line, other = '') => {
    const contents = {
      ...base,
      'x.gradle': other,
      [path]: off,
      'build.gradle': `allprojects { ${locking} }\n${line}`,
    };
    expect(gapsOf(contents)).toEqual([leftOut, leftOut]);
    expect(gapsOf({ ...contents, [path]: '' })).toEqual([undefined, undefined]);
  });

  test.each([
    ['a script that is not there', "apply from: 'x.gradle'\n"],
    ['a script of another host', "apply from: 'https://example.com/x.gradle'\n"],
    ['a script with a computed name', 'apply from: "gradle/${name}.gradle"\n'],
    ['a build in third-party code', "includeBuild 'vendor/x'\n"],
  ])('%s that the settings name is a gap', (_, line) => {
    const contents = { ...base, 'build.gradle': `allprojects { ${locking} }` };
    expect(gapsOf({ ...contents, 'settings.gradle': line })).toEqual([unclear, unclear]);
  });

  test('a script above the unit is none', () => {
    const contents = { ...base, 'build.gradle': `allprojects { ${locking} }` };
    expect(gapsOf({ ...contents, 'settings.gradle': "apply from: '../x.gradle'\n" })).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('a script of another folder with the same name is another one', () => {
    const contents = {
      ...base,
      'build.gradle': "apply from: 'other/locking.gradle'\n",
      'other/locking.gradle': '',
    };
    expect(gapsOf(contents)).toEqual([unused, unused]);
  });

  test('scripts that apply each other end', () => {
    const contents = { ...base, 'gradle/locking.gradle': `${locking}apply from: 'b.gradle'\n` };
    expect(gapsOf({ ...contents, 'gradle/b.gradle': "apply from: 'locking.gradle'\n" })).toEqual([
      unused,
      unused,
    ]);
  });
});

describe('a plugin that is a script locks the projects that apply it', () => {
  test.each([
    ['none', {}, [unused, unused]],
    ['by its name', { 'build.gradle': "plugins { id 'acme.locking' }\n" }, [undefined, unused]],
    ['in Kotlin', { 'app/build.gradle.kts': 'plugins {\n  `acme.locking`\n}\n' }, [unused, undefined]],
    ['by all', { 'build.gradle': "allprojects { apply plugin: 'acme.locking' }\n" }, [undefined, undefined]],
    [
      'by a call',
      { 'build.gradle': "subprojects { pluginManager.apply('acme.locking') }\n" },
      [unused, undefined],
    ],
    [
      'by a program',
      { 'buildSrc/src/main/java/A.java': 'void apply(Project p) { p.getPlugins().apply("acme.locking"); }' },
      [undefined, undefined],
    ],
    ['not yet', { 'build.gradle': "plugins { id 'acme.locking' apply false }\n" }, [unclear, unclear]],
    [
      'where another one is',
      { 'build.gradle': "plugins.withId('x') { apply plugin: 'acme.locking' }\n" },
      [unclear, unclear],
    ],
  ])('%s', (_, contents, gaps) => {
    expect(gapsOf({ ...plugin, ...contents })).toEqual(gaps);
  });
});

test('scripts that repeat what they apply and what they lock are read in linear time', () => {
  const build = (count: number) => ({
    ...base,
    'gradle/locking.gradle': locking.repeat(count),
    'build.gradle': 'apply from: "gradle/locking.gradle"\n'.repeat(count),
  });
  expect(gapsOf(build(100))).toEqual([undefined, unused]);
  const start = processorMs();
  expect(gapsOf(build(2000))).toEqual([undefined, unused]);
  expect(processorMs() - start).toBeLessThan(2000);
});
