import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { inputsOf, storeBuild } from '#local/build-folder.ts';
import { currentBuild } from '#local/current-build.mjs';

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'scangate-build-'));
  folder = join(root, 'build');
  mkdirSync(folder);
  for (const name of ['package.json', 'package-lock.json', 'a.ts', 'b.ts'])
    writeFileSync(join(root, name), name);
});

const store = (content: string, startedAt = Date.now() + 1) =>
  storeBuild(folder, {
    startedAt,
    inputs: inputsOf(root, ['a.ts', 'b.ts', 'node_modules/x/index.js']),
    entry: 'out.js',
    write: (directory) => writeFileSync(join(directory, 'out.js'), content),
  });

test('a build is current until an input changes', async () => {
  const entry = await store('one');
  expect(readFileSync(entry, 'utf8')).toBe('one');
  expect(currentBuild(root, folder)).toBe(entry);
  writeFileSync(join(root, 'b.ts'), 'changed');
  expect(currentBuild(root, folder)).toBeUndefined();
});

test.each(['a.ts', 'package.json', 'package-lock.json'])(
  'a newer %s of the same size invalidates it',
  async (name) => {
    await store('one');
    utimesSync(join(root, name), new Date(1), new Date(1));
    expect(currentBuild(root, folder)).toBeUndefined();
  },
);

test('a removed input, a removed build and a damaged record invalidate the build', async () => {
  const entry = await store('one');
  rmSync(join(root, 'a.ts'));
  expect(currentBuild(root, folder)).toBeUndefined();
  writeFileSync(join(root, 'a.ts'), 'a.ts');
  const again = await store('two');
  expect(currentBuild(root, folder)).toBe(again);
  rmSync(again);
  expect(currentBuild(root, folder)).toBeUndefined();
  expect(await store('three')).toBe(again);
  expect(readFileSync(again, 'utf8')).toBe('three');
  writeFileSync(join(folder, 'current.json'), '{');
  expect(currentBuild(root, folder)).toBeUndefined();
  expect(entry).not.toBe(again);
});

test('a build that is stored twice is not overwritten, because it may be in use', async () => {
  const entry = await store('one');
  expect(await store('two')).toBe(entry);
  expect(readFileSync(entry, 'utf8')).toBe('one');
  expect(readdirSync(folder).toSorted()).toEqual(
    [dirname(entry).slice(folder.length + 1), 'current.json'].toSorted(),
  );
});

test('a build whose input changed while it was made is used once', async () => {
  const entry = await store('one', Date.now() - 60_000);
  expect(readFileSync(entry, 'utf8')).toBe('one');
  expect(currentBuild(root, folder)).toBeUndefined();
});

test('builds of earlier days are removed', async () => {
  const old = dirname(await store('one'));
  utimesSync(old, new Date(1), new Date(1));
  writeFileSync(join(root, 'a.ts'), 'another');
  const entry = await store('two');
  expect(readdirSync(folder).toSorted()).toEqual(
    [dirname(entry).slice(folder.length + 1), 'current.json'].toSorted(),
  );
});

test('what an interrupted build left is removed after an hour, and an unfinished one of another process is not', async () => {
  const [old, recent] = ['0123456789abcdef-1', 'fedcba9876543210-2'].map((name) => join(folder, name));
  for (const path of [old, recent]) mkdirSync(path ?? '');
  writeFileSync(join(folder, '0123456789abcdef-1.json'), '{}');
  const anHourAgo = new Date(Date.now() - 61 * 60_000);
  for (const path of [old, `${old}.json`]) utimesSync(path ?? '', anHourAgo, anHourAgo);
  const entry = await store('one');
  expect(readdirSync(folder).toSorted()).toEqual(
    [basename(dirname(entry)), 'current.json', 'fedcba9876543210-2'].toSorted(),
  );
});
