import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { cases } from '#test/corpora/inventory/gradle.ts';
import { expectCases } from '../expect-cases.ts';
import { componentOf, inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';
import { processorMs } from '#test/support/processor-time.ts';

expectCases(cases);

test('both lockfiles of a project are read, and the build files in the same directory are not', () => {
  const inventory = inventoryOf({
    'gradle.lockfile': 'g:a:1=runtimeClasspath\nempty=\n',
    'buildscript-gradle.lockfile': 'g:b:1=classpath\nempty=\n',
    'build.gradle': "dependencies { implementation 'g:c:1' }\n",
  });
  expect(namesOf(inventory)).toEqual(['g:a@1', 'g:b@1']);
  expect(inventory.read).toEqual(['buildscript-gradle.lockfile', 'gradle.lockfile']);
});

test('malformed lines are noted; a file without a valid line is rejected', () => {
  const inventory = readUploadedLockfile('gradle.lockfile', 'g:a:1=x\nwhat is this\ng:b=x\n:::=\nempty=\n');
  expect(namesOf(inventory)).toEqual(['g:a@1']);
  expect(reasonsOf(inventory.notes)).toEqual([
    'gradle.lockfile: entries that could not be understood (3): what is this, g:b=x, :::=',
  ]);
  expect(() => readUploadedLockfile('gradle.lockfile', '{"a": 1}')).toThrow('no line of a Gradle lockfile');
});

test('computed declarations are noted', () => {
  const inventory = inventoryOf({
    'build.gradle': `dependencies {
  implementation deps.okhttp
  implementation computed()
  implementation project(':own')
  implementation 'g:a:1'
}
`,
  });
  expect(namesOf(inventory)).toEqual(['g:a@1']);
  expect(reasonsOf(inventory.notes)).toEqual([
    'build.gradle: declarations that only an execution of the build would resolve (2): deps.okhttp, implementation computed ( )',
    'build.gradle: transitive dependencies are in no file, so they are not assessed; gradle dependencies > gradle-dependencies.txt or a gradle.lockfile has them (1): g:a',
  ]);
});

test('a coordinate in a variable is found', () => {
  const inventory = inventoryOf({
    'deps.gradle': "ext.deps = [okhttp: 'com.squareup.okhttp3:okhttp:4.12.0']\n",
    'app/build.gradle': 'dependencies { implementation deps.okhttp }\n',
  });
  expect(namesOf(inventory)).toEqual(['com.squareup.okhttp3:okhttp@4.12.0']);
});

test('a script uses the nearest catalog', () => {
  const inventory = inventoryOf({
    'gradle/libs.versions.toml': '[libraries]\nx = "g:x:1"\n',
    'sub/gradle/libs.versions.toml': '[libraries]\nx = "g:x:2"\n',
    'sub/build.gradle.kts': 'dependencies { testImplementation(libs.x) }\n',
    'build.gradle.kts': 'dependencies { implementation(libs.x) }\n',
  });
  expect(componentOf(inventory, 'g:x@1')).toMatchObject({
    scope: 'required',
    file: 'gradle/libs.versions.toml',
  });
  expect(componentOf(inventory, 'g:x@2')).toMatchObject({
    scope: 'dev',
    file: 'sub/gradle/libs.versions.toml',
  });
});

test('a damaged catalog is reported', () => {
  const inventory = inventoryOf({ 'gradle/libs.versions.toml': '[libraries\n', 'build.gradle': '' });
  expect(reasonsOf(inventory.unread)).toEqual([
    'gradle/libs.versions.toml: it is not a valid TOML file (line 1)',
  ]);
});

describe('hostile scripts terminate', () => {
  test.each([
    ['unclosed braces', '{'.repeat(1_000_000)],
    ['unclosed brackets', `dependencies { implementation(${'('.repeat(1_000_000)}`],
    ['an unclosed string', `dependencies { implementation "${'x'.repeat(2_000_000)}`],
    ['interpolations in interpolations', `dependencies { implementation "g:a:${'${'.repeat(500_000)}" }`],
    ['an unclosed comment', `/*${' *'.repeat(1_000_000)}`],
    ['a statement of a million words', `dependencies { implementation ${'a, '.repeat(700_000)} }`],
    ['slashes and quotes', `'"/`.repeat(600_000)],
  ])('%s', (_, text) => {
    const start = processorMs();
    expect(inventoryOf({ 'build.gradle': text }).read).toEqual(['build.gradle']);
    expect(processorMs() - start).toBeLessThan(5000);
  });

  test('cyclic variables leave the version unknown', () => {
    const text = 'def a = "$b"\ndef b = "$a"\ndependencies { implementation "g:x:$a" }\n';
    expect(namesOf(inventoryOf({ 'build.gradle': text }))).toEqual(['g:x']);
  });
});

test('a concatenated coordinate is one coordinate; a template placeholder is not a version', () => {
  const inventory = inventoryOf({
    'build.gradle.kts': `val v = "1.1.9"
dependencies {
  implementation(
    "g:a:" +
      "$v:repository@zip"
  )
  implementation("g:" + "b:" + v + ".RELEASE")
  implementation("g:c:{version}")
}
`,
  });
  expect(namesOf(inventory)).toEqual(['g:a@1.1.9', 'g:b@1.1.9.RELEASE', 'g:c']);
});
