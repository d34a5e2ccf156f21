import { describe, expect, test } from 'vitest';
import { inventoryOf, integrity, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const unmet = 'dependencies that the lockfile has in another version than the project asks for';

const unmetIn = (contents: Record<string, string>): string[] =>
  reasonsOf(inventoryOf(contents).notes).filter((reason) => reason.includes(unmet));

const manifest = (fields: object): string =>
  JSON.stringify({ name: 'p', dependencies: { a: '1.0.0' }, ...fields });

const npmLock = (version: string, dependencies: object = { a: '1.0.0' }): string =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { name: 'p', dependencies },
      'node_modules/a': {
        version,
        resolved: `https://registry.npmjs.org/a/-/a-${version}.tgz`,
        integrity,
      },
    },
  });

const pnpmLock = (
  version: string,
  importer = `      a:\n        specifier: ${version}\n        version: ${version}\n`,
) =>
  `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
${importer}packages:
  a@${version}:
    resolution: {integrity: ${integrity}}
snapshots:
  a@${version}: {}
`;

const bunLock = (version: string): string =>
  JSON.stringify({
    lockfileVersion: 1,
    workspaces: { '': { name: 'p', dependencies: { a: '1.0.0' } } },
    packages: { a: [`a@${version}`, '', {}, integrity] },
  });

const yarnEntry = (patterns: string, version: string): string =>
  `${patterns}:\n  version "${version}"\n  resolved "https://registry.yarnpkg.com/a/-/a-${version}.tgz#${'0'.repeat(40)}"\n  integrity ${integrity}\n`;
const yarnLock = (...entries: string[]): string => `# yarn lockfile v1\n\n${entries.join('\n')}`;

describe('an override hides no other version', () => {
  test.each([
    ['npm knows no resolutions', { resolutions: { a: '2.0.0' } }, { 'package-lock.json': npmLock('2.0.0') }],
    [
      'npm compares one of the root',
      { overrides: { a: '1.0.0' } },
      { 'package-lock.json': npmLock('2.0.0') },
    ],
    ['pnpm has its own', { overrides: { a: '2.0.0' } }, { 'pnpm-lock.yaml': pnpmLock('2.0.0') }],
    [
      'pnpm compares its value',
      { pnpm: { overrides: { a: '3.0.0' } } },
      { 'pnpm-lock.yaml': pnpmLock('2.0.0') },
    ],
    [
      'pnpm has none for another package',
      { pnpm: { overrides: { 'b>a': '2.0.0' } } },
      { 'pnpm-lock.yaml': pnpmLock('2.0.0') },
    ],
    [
      'pnpm does not take those of the lockfile',
      {},
      { 'pnpm-lock.yaml': pnpmLock('2.0.0').replace('importers:', 'overrides:\n  a: 2.0.0\nimporters:') },
    ],
    [
      'pnpm has none for a package whose name begins alike',
      { resolutions: { 'a-dom/a': '2.0.0' } },
      { 'pnpm-lock.yaml': pnpmLock('2.0.0') },
    ],
    [
      'npm has none for another range',
      { overrides: { 'a@99': '$none' } },
      { 'package-lock.json': npmLock('2.0.0') },
    ],
    [
      'pnpm has none for another range',
      { pnpm: { overrides: { 'a@99': '*' } } },
      { 'pnpm-lock.yaml': pnpmLock('2.0.0') },
    ],
    ['Bun compares its value', { overrides: { a: '3.0.0' } }, { 'bun.lock': bunLock('2.0.0') }],
    ['Yarn without one', {}, { 'yarn.lock': yarnLock(yarnEntry('a@1.0.0', '2.0.0')) }],
    [
      'Yarn compares its value',
      { resolutions: { a: '3.0.0' } },
      { 'yarn.lock': yarnLock(yarnEntry('a@1.0.0', '2.0.0')) },
    ],
    [
      'Yarn ignores what is no range',
      { resolutions: { a: 'new' } },
      { 'yarn.lock': yarnLock(yarnEntry('a@1.0.0', '2.0.0')) },
    ],
    [
      'Yarn has none for another package',
      { resolutions: { 'b/a': '2.0.0' } },
      { 'yarn.lock': yarnLock(yarnEntry('a@1.0.0', '2.0.0')) },
    ],
  ])('%s', (_, fields, lockfile) => {
    const [file] = Object.keys(lockfile);
    const contents = { 'package.json': manifest(fields), ...lockfile };
    expect(unmetIn(contents as unknown as Record<string, string>)).toEqual([
      `${file}: ${unmet} (1): a@1.0.0`,
    ]);
  });

  test.each(['-', 'link:x'])('pnpm leaves out no other range than that of %s', (value) => {
    const contents = {
      'package.json': manifest({
        dependencies: { a: '1.0.0', b: '1.0.0' },
        pnpm: { overrides: { 'b@99': value } },
      }),
      'pnpm-lock.yaml': pnpmLock('1.0.0'),
    };
    expect(reasonsOf(inventoryOf(contents).notes).join('\n')).toContain('the lockfile does not have (1): b');
  });

  test('a request that pnpm overrides has to be listed', () => {
    const contents = {
      'package.json': manifest({ overrides: { a: '2.0.0' }, dependencies: { a: '1.0.0', b: '1.0.0' } }),
      'pnpm-lock.yaml': pnpmLock('1.0.0').replaceAll('a:', 'b:').replaceAll('a@', 'b@'),
    };
    expect(reasonsOf(inventoryOf(contents).notes).join('\n')).toContain('the lockfile does not have (1): a');
  });
});

describe('an override that the tool applies is no gap', () => {
  test.each([
    ['npm, the same range', { overrides: { a: '1.0.0' } }, { 'package-lock.json': npmLock('1.0.0') }],
    ['npm, a reference', { overrides: { a: '$a' } }, { 'package-lock.json': npmLock('1.0.0') }],
    ['npm, of a dependency', { overrides: { b: { a: '2.0.0' } } }, { 'package-lock.json': npmLock('1.0.0') }],
    ['pnpm', { pnpm: { overrides: { a: '2.0.0' } } }, { 'pnpm-lock.yaml': pnpmLock('2.0.0') }],
    [
      'pnpm, of some versions',
      { pnpm: { overrides: { 'a@<2': '>=2.0.0' } } },
      { 'pnpm-lock.yaml': pnpmLock('2.0.0') },
    ],
    [
      'pnpm, of some versions of a catalog',
      { dependencies: { a: 'catalog:' }, pnpm: { overrides: { 'a@<2': '>=2.0.0' } } },
      { 'pnpm-workspace.yaml': 'catalog:\n  a: 1.0.0\n', 'pnpm-lock.yaml': pnpmLock('2.0.0') },
    ],
    ['pnpm, as resolutions', { resolutions: { a: '2.0.0' } }, { 'pnpm-lock.yaml': pnpmLock('2.0.0') }],
    [
      'pnpm, of the workspace',
      {},
      { 'pnpm-workspace.yaml': 'overrides:\n  a: 2.0.0\n', 'pnpm-lock.yaml': pnpmLock('2.0.0') },
    ],
    [
      'pnpm, a directory',
      { pnpm: { overrides: { a: 'link:./a' } } },
      { 'pnpm-lock.yaml': pnpmLock('2.0.0') },
    ],
    ['Bun', { overrides: { a: '2.0.0' } }, { 'bun.lock': bunLock('2.0.0') }],
    ['Bun, as resolutions', { resolutions: { a: '2.0.0' } }, { 'bun.lock': bunLock('2.0.0') }],
    [
      'Yarn',
      { resolutions: { a: '2.0.0' } },
      { 'yarn.lock': yarnLock(yarnEntry('a@1.0.0, a@2.0.0', '2.0.0')) },
    ],
    [
      'Yarn, everywhere',
      { resolutions: { '**/a': '^2.0.0' } },
      { 'yarn.lock': yarnLock(yarnEntry('a@1.0.0', '2.0.0')) },
    ],
    [
      'Yarn, of a dependency',
      { dependencies: { b: '1.0.0' }, resolutions: { 'b/a': '2.0.0' } },
      {
        'yarn.lock': yarnLock(
          yarnEntry('a@1.0.0', '2.0.0'),
          `${yarnEntry('b@1.0.0', '1.0.0')}  dependencies:\n    a "1.0.0"\n`,
        ),
      },
    ],
    [
      'Yarn, a tag',
      { dependencies: { a: 'latest' } },
      { 'yarn.lock': yarnLock(yarnEntry('a@latest', '2.0.0')) },
    ],
  ])('%s', (_, fields, lockfile) => {
    const contents = { 'package.json': manifest(fields), ...lockfile };
    expect(unmetIn(contents as unknown as Record<string, string>)).toEqual([]);
  });
});

test('an entry of Yarn 1 for an indirect dependency may not be outside of its range', () => {
  const b = `${yarnEntry('b@1.0.0', '1.0.0')}  dependencies:\n    a "1.0.0"\n`;
  const contents = {
    'package.json': JSON.stringify({ dependencies: { b: '1.0.0' } }),
    'yarn.lock': yarnLock(yarnEntry('a@1.0.0', '2.0.0'), b),
  };
  expect(unmetIn(contents)).toEqual([`yarn.lock: ${unmet} (1): a@1.0.0`]);
});

test('an entry of Yarn 1 that does not say where its package is pins nothing', () => {
  const entry = yarnEntry('a@1.0.0', '1.0.0')
    .split('\n')
    .filter((line) => !line.includes('resolved'));
  const inventory = inventoryOf({ 'package.json': manifest({}), 'yarn.lock': yarnLock(entry.join('\n')) });
  expect(namesOf(inventory)).toEqual(['a@1.0.0']);
  expect(reasonsOf(inventory.notes)).toContain(
    'yarn.lock: entries that do not say where their package is, which Yarn replaces (1): a',
  );
});

test('the manifest of a workspace may not ask for another range than its entry in the lockfile of Yarn 2', () => {
  const lock = (range: string): string =>
    `__metadata:\n  version: 8\n\n"a@npm:${range}":\n  version: 2.0.0\n  resolution: "a@npm:2.0.0"\n  checksum: 10/0\n  languageName: node\n  linkType: hard\n\n"p@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "p@workspace:."\n  dependencies:\n    a: "npm:${range}"\n  languageName: unknown\n  linkType: soft\n`;
  const unmetWith = (range: string): string[] =>
    unmetIn({ 'package.json': manifest({}), 'yarn.lock': lock(range) });
  expect(unmetWith('2.0.0')).toEqual([`yarn.lock: ${unmet} (1): a@1.0.0`]);
  expect(unmetWith('1.0.0')).toEqual([]);
});
