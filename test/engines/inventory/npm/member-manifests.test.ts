import { expect, test } from 'vitest';
import { inventoryOf, reasonsOf, type Contents } from '../inventory-fixtures.ts';

const kind = 'manifests whose dependencies no lockfile has';
const manifest = (more: object): string => JSON.stringify({ name: 'app', ...more });
const locks: [string, string][] = [
  ['package-lock.json', JSON.stringify({ lockfileVersion: 3, packages: { '': {} } })],
  ['pnpm-lock.yaml', "lockfileVersion: '9.0'\nimporters:\n  .: {}\n"],
  ['yarn.lock', '# yarn lockfile v1\n\n'],
  ['bun.lock', JSON.stringify({ lockfileVersion: 1, workspaces: { '': {} }, packages: {} })],
];

const gapsOf = (contents: Contents): string[] =>
  reasonsOf(inventoryOf(contents).notes).filter((reason) => reason.includes(kind));

const tool = { dependencies: { a: '1' } };

test.each(locks)('%s: a manifest below that is not a member of the workspace is a gap', (file, lock) => {
  const contents = { [file]: lock, 'package.json': manifest({}), 'tools/package.json': manifest(tool) };
  expect(gapsOf(contents)).toEqual([`${file}: ${kind} (1): tools/package.json`]);
});

test.each(locks)('%s: without a manifest beside it, one below that requires more is a gap', (file, lock) => {
  expect(gapsOf({ [file]: lock, 'tools/package.json': manifest(tool) })).toEqual([
    `${file}: ${kind} (1): tools/package.json`,
  ]);
  const unreadable = manifest({ workspaces: ['{tools,web}'] });
  const contents = { [file]: lock, 'package.json': unreadable, 'tools/package.json': manifest(tool) };
  expect(gapsOf(contents)).toEqual([`${file}: ${kind} (1): tools/package.json`]);
});

test.each<[string, Contents]>([
  ['a member', { 'package.json': manifest({ workspaces: ['tools'] }), 'tools/package.json': manifest(tool) }],
  [
    'one whose dependencies the lockfile has, with unknown members,',
    {
      'package.json': manifest({ workspaces: ['{tools,web}'] }),
      'tools/package.json': manifest(tool),
      'package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: { '': {}, 'node_modules/a': { version: '1.0.0' } },
      }),
    },
  ],
  ['one without dependencies', { 'tools/package.json': manifest({ type: 'module' }) }],
  ['installed code', { 'node_modules/b/package.json': manifest(tool) }],
  [
    'a directory from which the manifest takes a package with its dependencies',
    {
      'package.json': manifest({ dependencies: { b: 'file:./tools' } }),
      'tools/package.json': manifest({ ...tool, devDependencies: { c: '1' } }),
      'package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: {
          '': { dependencies: { b: 'file:./tools' } },
          tools: { version: '1.0.0', dependencies: { a: '1' } },
          'node_modules/b': { resolved: 'tools', link: true },
          'node_modules/a': { version: '1.0.0' },
        },
      }),
    },
  ],
])('%s is not a gap', (_, contents) => {
  const [[file, lock] = ['', '']] = locks;
  expect(gapsOf({ 'package.json': manifest({}), [file]: lock, ...contents })).toEqual([]);
});

test.each(locks)('%s: a directory that is linked without its dependencies is a gap', (file, lock) => {
  for (const range of ['link:./tools', 'file:./tools']) {
    const root = manifest({ dependencies: { b: range } });
    expect(gapsOf({ [file]: lock, 'package.json': root, 'tools/package.json': manifest(tool) })).toEqual([
      `${file}: ${kind} (1): tools/package.json`,
    ]);
  }
});
