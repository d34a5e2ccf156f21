import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import {
  componentOf,
  integrity,
  integrityHex,
  inventoryOf,
  namesOf,
  reasonsOf,
} from '../inventory-fixtures.ts';

const lock = (packages: object): string => JSON.stringify({ lockfileVersion: 3, packages });

const read = (packages: object) => readUploadedLockfile('package-lock.json', lock(packages));

describe('versions 2 and 3', () => {
  test('no entry of a real lockfile is missed: this project’s own', () => {
    const text = readFileSync('package-lock.json', 'utf8');
    const { packages } = JSON.parse(text) as { packages: Record<string, { integrity?: string }> };
    // The directories of workspaces are listed beside the links to them.
    const entries = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
    const inventory = readUploadedLockfile('package-lock.json', text);
    expect(inventory.components).toHaveLength(entries.length);
    expect(inventory.components.filter(({ hashes }) => hashes.length === 1)).toHaveLength(
      entries.filter(([, entry]) => entry.integrity).length,
    );
    expect(inventory.unread).toEqual([]);
    expect(inventory.notes).toEqual([]);
    expect(new Set(inventory.components.map(({ ref }) => ref)).size).toBe(entries.length);
  });

  test('a package has purl, version, license and hash', () => {
    const inventory = read({
      '': { dependencies: { '@scope/a': '^1' } },
      'node_modules/@scope/a': { version: '1.0.0+build', license: 'MIT', integrity },
    });
    expect(inventory.components).toEqual([
      {
        ref: 'pkg:npm/%40scope/a@1.0.0%2Bbuild',
        purl: 'pkg:npm/%40scope/a@1.0.0%2Bbuild',
        ecosystem: 'npm',
        name: '@scope/a',
        version: '1.0.0+build',
        scope: 'required',
        direct: true,
        license: 'MIT',
        hashes: [{ alg: 'SHA-512', content: integrityHex }],
        dependsOn: [],
        file: 'package-lock.json',
      },
    ]);
    expect(inventory.direct).toEqual(['pkg:npm/%40scope/a@1.0.0%2Bbuild']);
  });

  test('a dependency resolves to the copy that Node.js loads', () => {
    const inventory = read({
      '': { dependencies: { a: '1', b: '1' } },
      'node_modules/a': { version: '1.0.0', dependencies: { x: '1' } },
      'node_modules/b': { version: '1.0.0', dependencies: { x: '2' } },
      'node_modules/b/node_modules/x': { version: '2.0.0' },
      'node_modules/x': { version: '1.0.0' },
    });
    expect(componentOf(inventory, 'a').dependsOn).toEqual(['pkg:npm/x@1.0.0']);
    expect(componentOf(inventory, 'b').dependsOn).toEqual(['pkg:npm/x@2.0.0']);
    expect(componentOf(inventory, 'x@2.0.0').direct).toBe(false);
  });

  test('the same version in two places is two components with different refs', () => {
    const inventory = read({
      'node_modules/a/node_modules/x': { version: '1.0.0' },
      'node_modules/b/node_modules/x': { version: '1.0.0' },
    });
    expect(inventory.components.map(({ ref }) => ref)).toEqual([
      'pkg:npm/x@1.0.0',
      'pkg:npm/x@1.0.0|node_modules/b/node_modules/x',
    ]);
  });

  test('an alias is the package it stands for', () => {
    const inventory = read({
      '': { dependencies: { short: 'npm:long-name@1' } },
      'node_modules/short': { name: 'long-name', version: '1.2.3' },
    });
    expect(componentOf(inventory, 'long-name')).toMatchObject({
      purl: 'pkg:npm/long-name@1.2.3',
      direct: true,
    });
  });

  test.each([
    [{ dev: true }, 'dev'],
    [{ optional: true }, 'optional'],
    [{ devOptional: true }, 'optional'],
    [{ dev: true, optional: true }, 'dev'],
    [{ peer: true }, 'required'],
    [{}, 'required'],
  ])('an entry with %j is %s', (flags, scope) => {
    const inventory = read({ 'node_modules/a': { version: '1.0.0', ...flags } });
    expect(componentOf(inventory, 'a').scope).toBe(scope);
  });

  test('a workspace member is local without a purl, and its dependencies are direct', () => {
    const inventory = read({
      '': { workspaces: ['packages/*'] },
      'node_modules/@own/web': { resolved: 'packages/web', link: true },
      'packages/web': { name: '@own/web', version: '0.1.0', license: 'MIT', dependencies: { x: '1' } },
      'packages/web/node_modules/x': { version: '1.0.0' },
    });
    const member = componentOf(inventory, '@own/web');
    expect(member).toMatchObject({ local: true, direct: true, dependsOn: ['pkg:npm/x@1.0.0'] });
    expect(member).not.toHaveProperty('purl');
    expect(member).not.toHaveProperty('ecosystem');
    expect(componentOf(inventory, 'x').direct).toBe(true);
    expect(inventory.notes).toEqual([]);
  });

  test('packages from git, paths and outside are included and noted', () => {
    const inventory = read({
      'node_modules/g': {
        version: '1.0.0',
        resolved: 'git+ssh://git@github.com/o/g.git#0123456789012345678901234567890123456789',
      },
      'node_modules/t': { version: '1.0.0', resolved: 'file:vendored/t.tgz' },
      'node_modules/o': { resolved: '../o', link: true },
      'node_modules/n': {},
    });
    expect(componentOf(inventory, 'g').purl).toBe(
      'pkg:npm/g@1.0.0?vcs_url=git%2Bssh:%2F%2Fgithub.com%2Fo%2Fg.git%400123456789012345678901234567890123456789',
    );
    expect(componentOf(inventory, 't')).toMatchObject({ local: true });
    expect(componentOf(inventory, 'o')).toMatchObject({ local: true });
    expect(componentOf(inventory, 'n')).not.toHaveProperty('version');
    expect(reasonsOf(inventory.notes)).toEqual([
      'package-lock.json: no version is pinned (1): n',
      'package-lock.json: taken from a local path and not assessed (2): t, o',
      'package-lock.json: taken from git, so judged by name and version only (1): g',
    ]);
  });

  test('a token in a URL never reaches the inventory', () => {
    const inventory = read({
      'node_modules/g': {
        version: '1.0.0',
        resolved: 'git+https://user:hunter2@example.com/g.git?access_token=hunter2#abc',
      },
    });
    expect(JSON.stringify(inventory)).not.toContain('hunter2');
  });
});

describe('version 1', () => {
  const tree = {
    lockfileVersion: 1,
    dependencies: {
      a: {
        version: '1.0.0',
        integrity,
        requires: { x: '2', y: '1' },
        dependencies: { x: { version: '2.0.0', bundled: true } },
      },
      x: { version: '1.0.0', dev: true },
      y: { version: 'npm:real-y@1.5.0' },
      g: { version: 'github:o/g#main' },
      f: { version: 'file:../f' },
    },
  };
  const text = JSON.stringify(tree);

  test('reads a nested tree with aliases and other sources', () => {
    const inventory = readUploadedLockfile('package-lock.json', text);
    expect(namesOf(inventory)).toEqual(['a@1.0.0', 'f', 'g', 'real-y@1.5.0', 'x@1.0.0', 'x@2.0.0']);
    expect(componentOf(inventory, 'a').dependsOn).toEqual(['pkg:npm/real-y@1.5.0', 'pkg:npm/x@2.0.0']);
    expect(componentOf(inventory, 'x@1.0.0').scope).toBe('dev');
    expect(componentOf(inventory, 'f').local).toBe(true);
    expect(componentOf(inventory, 'g').purl).toBe(
      'pkg:npm/g?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fg%40main',
    );
  });

  test('package.json in the same directory determines what is direct', () => {
    const inventory = inventoryOf({
      'package-lock.json': text,
      'package.json': JSON.stringify({ dependencies: { a: '1' }, devDependencies: { x: '1' } }),
    });
    expect(inventory.direct).toEqual(['pkg:npm/a@1.0.0', 'pkg:npm/x@1.0.0']);
  });

  test('npm-shrinkwrap.json without a lockfileVersion is read', () => {
    const shrinkwrap = JSON.stringify({ dependencies: { a: { version: '1.0.0' } } });
    expect(namesOf(readUploadedLockfile('npm-shrinkwrap.json', shrinkwrap))).toEqual(['a@1.0.0']);
  });
});

describe('a file that is not a lockfile', () => {
  test.each([
    ['{}', 'it has neither a lockfileVersion nor dependencies'],
    ['{"lockfileVersion": 4, "packages": {}}', 'its lockfileVersion is not 1, 2 or 3'],
    ['{"lockfileVersion": "3", "packages": {}}', 'its lockfileVersion is not 1, 2 or 3'],
    ['[]', 'it is a JSON file, but holds no mapping'],
    ['{"lockfileVersion": 3,\n"packages": {\n', 'it is not a valid JSON file'],
    ['{"lockfileVersion": 3,\n"packages": {\n x}}', 'it is not a valid JSON file (line 3)'],
    ['<<<<<<< HEAD\n{}', 'it holds an unresolved merge conflict'],
    [' \n', 'it is empty'],
  ])('%j is rejected with a reason', (text, reason) => {
    expect(() => readUploadedLockfile('package-lock.json', text)).toThrow(reason);
  });
});

describe('invalid values', () => {
  test('values of the wrong type are ignored', () => {
    const inventory = read({
      '': { dependencies: ['a'], workspaces: 7 },
      'node_modules/a': { version: 1, license: 7, integrity: {}, dependencies: 'b', resolved: 5 },
      'node_modules/b': null,
      'node_modules/c': 'text',
      'node_modules/': { version: '1.0.0' },
      'node_modules/d': { version: 'x'.repeat(10_000), license: 'a\u0000b' },
    });
    expect(namesOf(inventory)).toEqual(['a', 'b', 'c', 'd']);
    expect(inventory.components.every(({ license, hashes }) => !license && hashes.length === 0)).toBe(true);
    expect(reasonsOf(inventory.notes)).toContain(
      'package-lock.json: entries that could not be understood (1): node_modules/',
    );
  });

  test('__proto__ and constructor are ordinary names', () => {
    const text = `{"lockfileVersion": 3, "packages": {"": {"dependencies": {"__proto__": "1", "constructor": "1"}},
      "node_modules/__proto__": {"version": "1.0.0", "__proto__": {"dev": true}},
      "node_modules/constructor": {"version": "1.0.0", "dependencies": {"__proto__": "1"}}}}`;
    const inventory = readUploadedLockfile('package-lock.json', text);
    expect(namesOf(inventory)).toEqual(['__proto__@1.0.0', 'constructor@1.0.0']);
    expect(componentOf(inventory, 'constructor').dependsOn).toEqual(['pkg:npm/__proto__@1.0.0']);
    expect(componentOf(inventory, '__proto__').scope).toBe('required');
    expect({}).not.toHaveProperty('dev');
  });

  test('a dependency cycle terminates', () => {
    const inventory = read({
      '': { dependencies: { a: '1' } },
      'node_modules/a': { version: '1.0.0', dependencies: { b: '1', a: '1' } },
      'node_modules/b': { version: '1.0.0', dependencies: { a: '1' } },
    });
    expect(componentOf(inventory, 'a').dependsOn).toEqual(['pkg:npm/b@1.0.0']);
    expect(componentOf(inventory, 'b').dependsOn).toEqual(['pkg:npm/a@1.0.0']);
  });

  test('a very deep tree is read to a limit, and the rest is noted', () => {
    let tree: object = { version: '1.0.0' };
    for (let depth = 0; depth < 200; depth += 1) tree = { version: '1.0.0', dependencies: { a: tree } };
    const text = JSON.stringify({ lockfileVersion: 1, dependencies: { a: tree } });
    const inventory = readUploadedLockfile('package-lock.json', text);
    expect(inventory.components).toHaveLength(50);
    expect(inventory.notes[0]?.reason).toContain('nested too deeply');
    const deeper = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect(() => readUploadedLockfile('package-lock.json', deeper)).toThrow('nested deeper than 512 levels');
  });

  test('110,000 entries are truncated to the limit, with a note', () => {
    const packages = Object.fromEntries(
      Array.from({ length: 110_000 }, (_, n) => [`node_modules/p${n}`, { version: '1.0.0' }]),
    );
    const inventory = read(packages);
    expect(inventory.components).toHaveLength(100_000);
    expect(reasonsOf(inventory.notes)).toEqual([
      'package-lock.json: 10000 packages are left out: there are too many',
    ]);
  });
});

test('the deprecation message is kept up to a limit; an empty one is no deprecation', () => {
  const inventory = read({
    'node_modules/a': { version: '1.0.0', deprecated: 'use\nb' },
    'node_modules/b': { version: '1.0.0', deprecated: '' },
    'node_modules/c': { version: '1.0.0', deprecated: true },
    'node_modules/d': { version: '1.0.0', deprecated: { no: 'text' } },
    'node_modules/e': { version: '1.0.0', deprecated: 'x'.repeat(10_000) },
  });
  expect(inventory.components.map(({ deprecated }) => deprecated)).toEqual([
    'use b',
    undefined,
    'no reason is given',
    undefined,
    'x'.repeat(200),
  ]);
});
