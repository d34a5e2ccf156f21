import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readableFileNames } from '@scangate/engines/units/recognize-file';
import { readUploadedLockfile, readInventory } from '@scangate/engines/inventory/read-inventory';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { filesOf, inventoryOf, namesOf, reasonsOf } from './inventory-fixtures.ts';

const npmLock = (name: string): string =>
  JSON.stringify({ lockfileVersion: 3, packages: { [`node_modules/${name}`]: { version: '1.0.0' } } });
const yarnLock = '# yarn lockfile v1\n\n\nfrom-yarn@^1:\n  version "1.0.0"\n';
const poetryLock = '[[package]]\nname = "p"\nversion = "1.0"\n[metadata]\nlock-version = "2.0"\n';

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

  test.each([
    ['bun.lockb', 'package.json'],
    ['pylock.toml', 'pyproject.toml'],
  ])('%s has no reader and is reported, and the %s in its directory counts as locked', (name, manifest) => {
    const inventory = inventoryOf({ [name]: 'x', [manifest]: '' });
    expect(inventory.components).toEqual([]);
    expect(reasonsOf(inventory.unread)).toEqual([`${name}: this format is not supported yet`]);
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
    ['nested without end', '['.repeat(5_000_000), 'it is nested deeper than 512 levels'],
  ])('a file that is %s is reported in unread without throwing', (_, content, reason) => {
    expect(bytesOf(content)).toBe(reason);
  });

  test('a byte order mark and Windows line ends change nothing', () => {
    const pretty = JSON.stringify(JSON.parse(npmLock('a')), null, 2);
    const plain = inventoryOf({ 'package-lock.json': pretty });
    expect(inventoryOf({ 'package-lock.json': `\uFEFF${pretty.replaceAll('\n', '\r\n')}` })).toEqual(plain);
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

/** A lockfile of each format, to be damaged. */
const samples: Record<string, string> = {
  'package-lock.json': npmLock('a'),
  'npm-shrinkwrap.json': JSON.stringify({
    lockfileVersion: 1,
    dependencies: { a: { version: '1.0.0', requires: { b: '1' } } },
  }),
  'yarn.lock': yarnLock,
  'pnpm-lock.yaml':
    "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a:\n        version: 1.0.0\npackages:\n  a@1.0.0:\n    resolution: {integrity: sha512-x}\n",
  'poetry.lock': poetryLock,
  'uv.lock': 'version = 1\n[[package]]\nname = "a"\nversion = "1"\nsource = { registry = "x" }\n',
  'Pipfile.lock': JSON.stringify({ _meta: {}, default: { a: { version: '==1.0', hashes: ['sha256:x'] } } }),
  'requirements.txt': 'a==1.0 --hash=sha256:x\n-r other.txt\n# via b\n',
  'go.mod': 'module m\ngo 1.22.0\nrequire a v1.0.0 // indirect\nreplace a => ./b\n',
  'gradle.lockfile': 'g:a:1.0=compileClasspath\nempty=\n',
  'buildscript-gradle.lockfile': 'g:a:1.0=classpath\nempty=\n',
  'packages.lock.json': JSON.stringify({
    version: 1,
    dependencies: { 'net8.0': { A: { type: 'Direct', resolved: '1.0.0', contentHash: 'x' } } },
  }),
  'mix.lock':
    '%{\n  "a": {:hex, :a, "1.0.0", "00", [:mix], [{:b, "~> 1.0", [optional: true]}], "hexpm", "11"},\n}\n',
  'pubspec.lock':
    'packages:\n  a:\n    dependency: "direct main"\n    source: hosted\n    version: "1.0.0"\nsdks:\n  dart: ">=3.0.0"\n',
  'Package.resolved': JSON.stringify({
    version: 2,
    pins: [
      { identity: 'a', kind: 'remoteSourceControl', location: 'https://h/o/a', state: { version: '1.0.0' } },
    ],
  }),
  'pom.xml':
    '<project><artifactId>m</artifactId><properties><v>1</v></properties><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>${v}</version></dependency></dependencies></project>',
  'build.gradle': 'def v = \'1\'\ndependencies {\n  implementation "g:a:$v"\n  api libs.x\n}\n',
  'build.gradle.kts':
    'plugins { id("p") version "1" }\ndependencies { api("g:a:1") { version { strictly("2") } } }\n',
  'packages.config': '<packages><package id="A" version="1.0.0" /></packages>',
  'bun.lock':
    '{ "lockfileVersion": 1, "workspaces": { "": { "dependencies": { "a": "1" }, }, },\n"packages": { "a": ["a@1.0.0", "", { "dependencies": { "b": "1" } }, "sha512-x"], "a/b": ["b@file:b", {}], }, }',
  'pdm.lock':
    '[metadata]\nlock_version = "4.5.0"\n[[package]]\nname = "a"\nversion = "1"\ngroups = ["default"]\ndependencies = ["b>=1"]\n[[package]]\nname = "b"\nversion = "1"\n',
  'Cargo.lock':
    'version = 4\n[[package]]\nname = "a"\nversion = "1.0.0"\ndependencies = ["b"]\n[[package]]\nname = "b"\nversion = "1.0.0"\nsource = "git+https://example.com/b#12"\n',
  'Gemfile.lock':
    'GEM\n  remote: https://example.com/\n  specs:\n    a (1.0-java)\n      b (>= 1)\n    b (1.0)\n\nDEPENDENCIES\n  a!\n\nCHECKSUMS\n  b (1.0) sha256=x\n',
  'gems.locked':
    'PATH\n  remote: .\n  specs:\n    a (1.0)\n\nPLUGIN SOURCE\n  remote: x\n  specs:\n    c (1)\n\nDEPENDENCIES\n  a!\n',
  'composer.lock': JSON.stringify({
    packages: [{ name: 'a/b', version: 'v1.0.0', require: { 'a/c': '*' }, license: ['MIT'] }],
    'packages-dev': [{ name: 'a/d', version: 'dev-main', replace: { 'a/c': '*' } }],
  }),
};

describe('properties', () => {
  test('there is a sample of every format that can be read', () => {
    expect(Object.keys(samples).sort()).toEqual([...readableFileNames].sort());
  });

  const expectWhole = (contents: Record<string, string | Uint8Array>): void => {
    const inventory = readInventory(filesOf(contents), 'npm');
    const refs = new Set(inventory.components.map(({ ref }) => ref));
    expect(refs.size).toBe(inventory.components.length);
    for (const { dependsOn } of inventory.components)
      for (const ref of dependsOn) expect(refs.has(ref)).toBe(true);
    for (const ref of inventory.direct) expect(refs.has(ref)).toBe(true);
    for (const file of Object.keys(contents))
      expect([...inventory.read, ...inventory.unread.map(({ file: unread }) => unread)]).toContain(file);
  };

  test('arbitrary bytes are read or reported without throwing, and every ref resolves', () => {
    fc.assert(
      fc.property(fc.constantFrom(...readableFileNames), fc.uint8Array({ maxLength: 300 }), (name, bytes) =>
        expectWhole({ [name]: bytes }),
      ),
      { numRuns: 500 },
    );
  });

  test('a damaged lockfile is read or reported without throwing, and every ref resolves', () => {
    const piece = fc.constantFrom(
      '',
      '\n',
      '"',
      '{',
      '}',
      '[',
      ']',
      ': ',
      '__proto__',
      '*a',
      '&a ',
      '\u0000',
      '\\',
      '=>',
      'null',
      '1',
    );
    const damage = fc.record({
      name: fc.constantFrom(...readableFileNames),
      at: fc.nat(400),
      cut: fc.nat(20),
      piece,
      again: fc.nat(3),
    });
    fc.assert(
      fc.property(damage, ({ name, at, cut, piece: inserted, again }) => {
        let text = samples[name] ?? '';
        for (let round = 0; round <= again; round += 1) {
          const place = (at * (round + 1)) % (text.length + 1);
          text = text.slice(0, place) + inserted + text.slice(place + cut);
        }
        expectWhole({ [name]: text });
      }),
      { numRuns: 2000 },
    );
  });

  test('the result does not depend on the order of files', () => {
    const contents = {
      'package-lock.json': npmLock('a'),
      'poetry.lock': poetryLock,
      'x/yarn.lock': yarnLock,
    };
    const forwards = filesOf(contents);
    const backwards = { ...forwards, entries: forwards.entries.toReversed() };
    expect(readInventory(backwards, 'npm')).toEqual(readInventory(forwards, 'npm'));
  });
});
