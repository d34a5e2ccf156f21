import { describe, expect, test } from 'vitest';
import { unusedLockfiles } from '@scangate/engines/inventory/build-settings/unused-lockfiles';
import { filesOf } from '../inventory-fixtures.ts';

const because = 'so Gradle may resolve other versions';
const unused = `nothing in the build turns locking on, ${because}`;
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
  const alone = { hasScripts: false, hasSettings: false };
  const notes = unusedLockfiles(filesOf(contents), Object.keys(contents), alone);
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
