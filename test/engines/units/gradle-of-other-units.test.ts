import { expect, test } from 'vitest';
import { unusedLockfiles } from '@scangate/engines/inventory/build-settings/unused-lockfiles';
import { gradleOfOtherUnits, withTexts } from '@scangate/engines/units/gradle-of-other-units';
import { filesOf } from '../inventory/inventory-fixtures.ts';

const of = (units: Record<string, string[]>) => gradleOfOtherUnits(new Map(Object.entries(units)));

test('a locked project gets the scripts above it, shared scripts, settings and plugins', () => {
  const elsewhere = of({
    '': [
      'build.gradle',
      'settings.gradle',
      'gradle/a.gradle',
      'buildSrc/src/main/kotlin/A.kt',
      'src/main/kotlin/B.kt',
      'other/build.gradle',
    ],
    'a/b': ['a/b/build.gradle', 'a/b/gradle.lockfile', 'a/b/own.gradle'],
    'a/c': ['a/c/build.gradle', 'a/c/gradle.lockfile'],
  });
  expect(elsewhere('a/b')).toEqual([
    'build.gradle',
    'settings.gradle',
    'gradle/a.gradle',
    'buildSrc/src/main/kotlin/A.kt',
  ]);
  expect(elsewhere('')).toEqual([]);
});

test('however many scripts a project has itself, it gets those of others', () => {
  const own = Array.from({ length: 1000 }, (_none, at) => `app/${at}.gradle`);
  const plugin = 'buildSrc/src/main/groovy/com/example/a.gradle';
  const root = ['settings.gradle', plugin];
  const elsewhere = of({ '': root, app: ['app/gradle.lockfile', ...own], web: ['web/gradle.lockfile'] });
  expect(elsewhere('app')).toEqual(root);
  expect(elsewhere('web')).toHaveLength(201);
});

test('of several builds it gets its own first, and no programs', () => {
  const program = (build: string, count: number): string[] =>
    Array.from({ length: count }, (_none, at) => `${build}/src/main/java/A${at}.java`);
  const elsewhere = of({
    '': [
      'a/settings.gradle',
      'a/build.gradle',
      'a/deep/er/conventions.gradle',
      'logic/settings.gradle',
      'logic/src/main/kotlin/Plugin.kt',
      'b/settings.gradle',
      'b/build.gradle',
      ...program('a', 50),
      ...program('b', 300),
    ],
    'a/app': ['a/app/build.gradle', 'a/app/gradle.lockfile', ...program('a/app', 20)],
  });
  expect(elsewhere('a/app')).toEqual([
    'a/build.gradle',
    'a/settings.gradle',
    'a/deep/er/conventions.gradle',
    'b/settings.gradle',
    'logic/settings.gradle',
    'logic/src/main/kotlin/Plugin.kt',
  ]);
});

test('a unit without a lockfile of Gradle gets nothing', () => {
  expect(of({ '': ['build.gradle'], app: ['app/build.gradle'] })('app')).toEqual([]);
});

test('more than a few hundred files come without their texts', () => {
  const files = new Map(
    Array.from({ length: 250 }, (_none, at) => [`gradle/${at}.gradle`, `../gradle/${at}.gradle`]),
  );
  const texts = withTexts(files, () => Buffer.from('a'));
  expect(texts.filter(({ text }) => text === 'a')).toHaveLength(200);
  expect(withTexts(files, () => Buffer.alloc(200_000)).filter(({ text }) => text !== undefined)).toHaveLength(
    1,
  );
});

test('a lockfile is a gap where a script of its build is not read', () => {
  const files = filesOf({
    'build.gradle': 'dependencyLocking { lockAllConfigurations() }\n',
    'gradle.lockfile': 'empty=\n',
  });
  const notes = (text?: string) =>
    unusedLockfiles(files, ['gradle.lockfile'], {
      unitPath: 'app',
      skipped: [{ path: '../settings.gradle', reason: 'other_unit', ...(text !== undefined && { text }) }],
    });
  expect(notes('')).toEqual([]);
  expect(notes().map(({ file }) => file)).toEqual(['gradle.lockfile']);
});
