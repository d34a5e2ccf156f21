import { describe, expect, test } from 'vitest';
import { readUploadedLockfile, readInventory } from '@scangate/engines/inventory/read-inventory';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { inventoryOf, namesOf, reasonsOf } from './inventory-fixtures.ts';
import { npmLock, poetryLock, yarnLock } from './lockfile-samples.ts';

describe('selection of files', () => {
  test('of several lockfiles of an ecosystem the best ranked one is read, the others are noted', () => {
    const inventory = inventoryOf({
      'yarn.lock': yarnLock,
      'package-lock.json': npmLock('from-npm'),
      'npm-shrinkwrap.json': npmLock('from-shrinkwrap'),
    });
    expect(namesOf(inventory)).toEqual(['from-shrinkwrap@1.0.0']);
    expect(inventory.read).toEqual(['npm-shrinkwrap.json']);
    expect(reasonsOf(inventory.notes)).toEqual([
      'package-lock.json: not read: npm-shrinkwrap.json is used for this directory',
      'yarn.lock: not read: npm-shrinkwrap.json is used for this directory',
    ]);
  });

  test('an unreadable lockfile is reported, and the next one is read', () => {
    const inventory = inventoryOf({
      'yarn.lock': yarnLock,
      'package-lock.json': '{"lockfileVersion": 3, "pack',
    });
    expect(namesOf(inventory)).toEqual(['from-yarn@1.0.0']);
    expect(reasonsOf(inventory.unread)).toEqual(['package-lock.json: it is not a valid JSON file (line 1)']);
  });

  test('bun.lockb that cannot be read is reported, and the package.json in its directory counts as locked', () => {
    const inventory = inventoryOf({ 'bun.lockb': 'x', 'package.json': '' });
    expect(inventory.components).toEqual([]);
    expect(reasonsOf(inventory.unread)).toEqual(['bun.lockb: it is not a lockfile of Bun']);
  });

  test('every ecosystem of the directory is read, whatever the unit’s type is', () => {
    const inventory = inventoryOf({
      'package-lock.json': npmLock('a'),
      'poetry.lock': poetryLock,
      'go.mod': 'module m\ngo 1.22.0\n',
    });
    expect(inventory.components.map(({ ecosystem }) => ecosystem)).toEqual(['Go', 'npm', 'PyPI']);
    expect(inventory.read).toEqual(['go.mod', 'package-lock.json', 'poetry.lock']);
  });

  test('lockfiles in subdirectories of the unit are read, and each component names its file', () => {
    const inventory = inventoryOf({
      'package-lock.json': npmLock('a'),
      'tools/x/package-lock.json': npmLock('a'),
    });
    expect(inventory.components.map(({ ref, file }) => `${ref} ${file}`)).toEqual([
      'pkg:npm/a@1.0.0 package-lock.json',
      'pkg:npm/a@1.0.0|node_modules/a tools/x/package-lock.json',
    ]);
  });

  test('lockfiles of third-party code and test data are not read', () => {
    const inventory = inventoryOf({
      'package-lock.json': npmLock('a'),
      'node_modules/b/yarn.lock': yarnLock,
      'vendor/c/go.mod': 'module c\ngo 1.22.0\n',
      'src/testdata/package-lock.json': npmLock('d'),
    });
    expect(inventory.read).toEqual(['package-lock.json']);
    expect(inventory.unread).toEqual([]);
  });

  test('a manifest without a lockfile at or above it is reported as unread', () => {
    const inventory = inventoryOf({
      'package-lock.json': npmLock('a'),
      'package.json': '{}',
      'packages/b/package.json': '{}',
      'mix.exs': 'defmodule M do end',
    });
    expect(reasonsOf(inventory.unread)).toEqual(['mix.exs: no lockfile next to it pins its versions']);
  });

  test('thousands of manifests are summarized', () => {
    const manifests = Array.from({ length: 3000 }, (_, n) => [`m${n}/mix.exs`, 'defmodule M do end']);
    const inventory = inventoryOf(Object.fromEntries(manifests) as Record<string, string>);
    expect(inventory.unread).toHaveLength(50);
    expect(inventory.notes[0]?.reason).toBe('3000 manifests have no lockfile');
  });

  test('a unit without dependency files gives an empty inventory', () => {
    expect(inventoryOf({ 'README.md': '# hello' })).toEqual({
      unitType: 'source',
      components: [],
      direct: [],
      read: [],
      unread: [],
      notes: [],
    });
  });
});

describe('hostile files', () => {
  const bytesOf = (content: string | Uint8Array) =>
    inventoryOf({ 'package-lock.json': content }).unread[0]?.reason;

  test.each<[string, string | Uint8Array, string]>([
    ['empty', '', 'it is empty'],
    ['blank', '\uFEFF\r\n', 'it is empty'],
    ['truncated', npmLock('a').slice(0, -5), 'it is not a valid JSON file (line 1)'],
    ['binary', new Uint8Array(100), 'it is not a text file'],
    ['of invalid UTF-8', new Uint8Array(100).fill(255), 'it is not a valid JSON file'],
    ['nested too deeply', '['.repeat(5_000_000), 'it is nested deeper than 512 levels'],
  ])('a file that is %s is reported in unread without throwing', (_, content, reason) => {
    expect(bytesOf(content)).toBe(reason);
  });

  test('a byte order mark and Windows line endings change nothing', () => {
    const pretty = JSON.stringify(JSON.parse(npmLock('a')), null, 2);
    const plain = inventoryOf({ 'package-lock.json': pretty });
    expect(inventoryOf({ 'package-lock.json': `\uFEFF${pretty.replaceAll('\n', '\r\n')}` })).toEqual(plain);
  });

  test('a manifest above 4 MB is not compared with its lockfile, and is named', () => {
    const manifest = JSON.stringify({ dependencies: { missing: '1' }, padding: 'x'.repeat(4 * 1024 * 1024) });
    const inventory = inventoryOf({ 'package-lock.json': npmLock('a'), 'package.json': manifest });
    expect(inventory.unread).toEqual([{ file: 'package.json', reason: 'it is larger than 4 MB' }]);
  });

  test('a file above 64 MB is not read', () => {
    const files = {
      entries: [{ path: 'yarn.lock', sizeBytes: 64 * 1024 * 1024 + 1 }],
      read: () => {
        throw new Error('must not be read');
      },
    };
    expect(readInventory(files, 'npm').unread).toEqual([
      { file: 'yarn.lock', reason: 'it is larger than 64 MB' },
    ]);
  });

  test('a file that vanishes between listing and reading is reported', () => {
    const files = {
      entries: [{ path: 'yarn.lock', sizeBytes: 5 }],
      read: () => {
        throw new Error('gone');
      },
    };
    expect(readInventory(files, 'npm').unread).toEqual([
      { file: 'yarn.lock', reason: 'it could not be understood' },
    ]);
  });

  test('notes stay small for any number of bad entries', () => {
    const lines = Array.from({ length: 50_000 }, (_, n) => `unpinned-${'x'.repeat(500)}-${n}`).join('\n');
    const { notes } = inventoryOf({ 'requirements.txt': lines });
    expect(JSON.stringify(notes).length).toBeLessThan(10_000);
    expect(notes[0]?.reason).toContain('(50000)');
  });

  test('twenty thousand versions of one name give a bounded graph', () => {
    const one = (n: number): string =>
      `[[package]]\nname = "p"\nversion = "1.${n}"\n[package.dependencies]\np = "*"\n`;
    const text = Array.from({ length: 20_000 }, (_, n) => one(n)).join('');
    const { components } = readUploadedLockfile('poetry.lock', `${text}[metadata]\nlock-version = "2.0"\n`);
    expect(components).toHaveLength(20_000);
    expect(components.reduce((sum, { dependsOn }) => sum + dependsOn.length, 0)).toBeLessThanOrEqual(
      1_000_000,
    );
  });
});

describe('uploaded lockfiles', () => {
  test('are recognized by their file name in any directory', () => {
    const inventory = readUploadedLockfile('services/web/package-lock.json', npmLock('a'));
    expect(inventory).toMatchObject({ unitType: 'npm', read: ['services/web/package-lock.json'] });
    expect(inventory.components[0]?.file).toBe('services/web/package-lock.json');
  });

  test.each(['bun.lockb', 'package.json', 'README.md', ''])(
    '%j is rejected with a list of readable files',
    (path) => {
      expect(() => readUploadedLockfile(path, 'x')).toThrow(UnreadableFile);
      expect(() => readUploadedLockfile(path, 'x')).toThrow('package-lock.json');
    },
  );
});
