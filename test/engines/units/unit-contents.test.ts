import { expect, test } from 'vitest';
import type { CommitEntries } from '@scangate/engines/model/source-files';
import { unitContents } from '@scangate/engines/units/unit-contents';

const units = [{ path: '' }, { path: 'api' }, { path: 'api/sub' }];
const at = (path: string, id = path, mode = '100644') => ({ path, id, mode });
const files = [
  at('.scangateignore'),
  at('a.js'),
  at('api/.scangateignore'),
  at('api/a.js'),
  at('api/package-lock.json'),
  at('api/sub/a.js'),
  at('api/sub/package-lock.json'),
  at('package-lock.json'),
];
const contents = (entries: Partial<CommitEntries>, path: string) =>
  unitContents({ files, refused: [], ...entries }, units)({ path });

test('a unit has its own files, without those of nested units', () => {
  const paths = (unit: string) => contents({}, unit).files.map(({ path }) => path);
  expect(paths('')).toEqual(['.scangateignore', 'a.js', 'package-lock.json']);
  expect(paths('api')).toEqual(['api/.scangateignore', 'api/a.js', 'api/package-lock.json']);
  expect(paths('api/sub')).toEqual(['api/sub/a.js', 'api/sub/package-lock.json']);
});

test('the ignore files above a unit are outside of it, and its own are inside', () => {
  const changed = files.map((file) => (file.path === '.scangateignore' ? { ...file, id: 'other' } : file));
  for (const { path } of units) {
    const [before, after] = [contents({}, path), contents({ files: changed }, path)];
    expect([before.digest === after.digest, before.outside === after.outside]).toEqual([
      path !== '',
      path === '',
    ]);
  }
});

test.each([
  ['content', [at('a.js', 'other')]],
  ['mode', [at('a.js', 'a.js', '100755')]],
  ['name', [at('A.js', 'a.js')]],
])('another %s of a file changes only the digest of its unit', (_, replaced) => {
  const changed = [...files.filter(({ path }) => path !== 'a.js'), ...replaced];
  expect(contents({ files: changed }, '').digest).not.toBe(contents({}, '').digest);
  expect(contents({ files: changed }, 'api').digest).toBe(contents({}, 'api').digest);
});

test('links, submodules and unsafe names count, and so do two entries with one path', () => {
  const link = { ...at('api/link', '1', '120000'), reason: 'link' as const };
  const twice = { ...at('api/a.js', '2'), reason: 'path_unsafe' as const };
  const digests = [
    contents({}, 'api'),
    contents({ refused: [link] }, 'api'),
    contents({ refused: [{ ...link, id: '3' }] }, 'api'),
    contents({ refused: [twice] }, 'api'),
  ].map(({ digest }) => digest);
  expect(new Set(digests).size).toBe(4);
});

test('the order of the entries does not matter', () => {
  expect(contents({ files: files.toReversed() }, 'api').digest).toBe(contents({}, 'api').digest);
});

test('another script of the root changes what is outside of a locked project of Gradle, and no other unit', () => {
  const projects = ['', 'app', 'web'].map((path) => ({ path }));
  const build = [
    at('app/build.gradle'),
    at('app/gradle.lockfile'),
    at('build.gradle'),
    at('settings.gradle'),
    at('web/package-lock.json'),
  ];
  const changed = build.map((file) => (file.path === 'build.gradle' ? { ...file, id: 'other' } : file));
  const of = (entries: typeof build, path: string) =>
    unitContents({ files: entries, refused: [] }, projects)({ path });
  expect(of(build, 'app').files.map(({ path }) => path)).toEqual([
    'app/build.gradle',
    'app/gradle.lockfile',
    'build.gradle',
    'settings.gradle',
  ]);
  expect(of(changed, 'app').digest).toBe(of(build, 'app').digest);
  expect(of(changed, 'app').outside).not.toBe(of(build, 'app').outside);
  expect(of(changed, 'web').outside).toBe(of(build, 'web').outside);
});
