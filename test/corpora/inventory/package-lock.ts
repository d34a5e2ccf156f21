import type { InventoryCase } from './inventory-case.ts';

type Entry = Record<string, unknown>;

const npm = (
  name: string,
  root: Entry,
  packages: Record<string, Entry>,
  expected: string[],
  lockfileVersion = 3,
): InventoryCase => ({
  name,
  unitType: 'npm',
  files: {
    'package-lock.json': JSON.stringify({
      name: 'app',
      lockfileVersion,
      packages: { '': { name: 'app', ...root }, ...packages },
    }),
  },
  expected: expected.map((line) => (line.startsWith('local:') ? line : `pkg:npm/${line}`)),
});
const v1 = (
  name: string,
  dependencies: Record<string, Entry>,
  manifest: Entry,
  expected: string[],
): InventoryCase => ({
  name,
  unitType: 'npm',
  files: {
    'package.json': JSON.stringify({ name: 'app', ...manifest }),
    'package-lock.json': JSON.stringify({ name: 'app', lockfileVersion: 1, requires: true, dependencies }),
  },
  expected: expected.map((line) => `pkg:npm/${line}`),
});

export const cases: InventoryCase[] = [
  npm(
    'direct and transitive',
    { dependencies: { a: '^1.0.0' } },
    {
      'node_modules/a': { version: '1.0.0', dependencies: { b: '*' } },
      'node_modules/b': { version: '2.0.0' },
    },
    ['a@1.0.0 required direct', 'b@2.0.0 required transitive'],
  ),
  npm(
    'for development',
    { devDependencies: { a: '1' } },
    {
      'node_modules/a': { version: '1.0.0', dev: true, dependencies: { b: '*' } },
      'node_modules/b': { version: '2.0.0', dev: true },
    },
    ['a@1.0.0 dev direct', 'b@2.0.0 dev transitive'],
  ),
  npm(
    'optional',
    { optionalDependencies: { a: '1' } },
    { 'node_modules/a': { version: '1.0.0', optional: true } },
    ['a@1.0.0 optional direct'],
  ),
  npm('a scope', { dependencies: { '@s/a': '1' } }, { 'node_modules/@s/a': { version: '1.0.0' } }, [
    '%40s/a@1.0.0 required direct',
  ]),
  npm(
    'two versions of one package',
    { dependencies: { a: '1', b: '1' } },
    {
      'node_modules/a': { version: '1.0.0', dependencies: { b: '2' } },
      'node_modules/a/node_modules/b': { version: '2.0.0' },
      'node_modules/b': { version: '1.0.0' },
    },
    ['a@1.0.0 required direct', 'b@1.0.0 required direct', 'b@2.0.0 required transitive'],
  ),
  npm(
    'version 2 is read by its packages',
    { dependencies: { a: '1' } },
    { 'node_modules/a': { version: '1.0.0' } },
    ['a@1.0.0 required direct'],
    2,
  ),
  npm(
    'another name for a package',
    { dependencies: { alias: 'npm:real@1' } },
    {
      'node_modules/alias': { name: 'real', version: '1.0.0' },
    },
    ['real@1.0.0 required direct'],
  ),
  npm('a prerelease', { dependencies: { a: 'next' } }, { 'node_modules/a': { version: '2.0.0-rc.1' } }, [
    'a@2.0.0-rc.1 required direct',
  ]),
  npm('only the project itself', {}, {}, []),
  v1(
    'version 1: nested, with requires',
    {
      a: { version: '1.0.0', requires: { b: '^2.0.0' }, dependencies: { b: { version: '2.0.0' } } },
      b: { version: '1.0.0' },
    },
    { dependencies: { a: '1', b: '1' } },
    ['a@1.0.0 required direct', 'b@1.0.0 required direct', 'b@2.0.0 required transitive'],
  ),
  v1('version 1: for development', { a: { version: '1.0.0', dev: true } }, { devDependencies: { a: '1' } }, [
    'a@1.0.0 dev direct',
  ]),
  v1(
    'version 1: optional',
    { a: { version: '1.0.0', optional: true } },
    { optionalDependencies: { a: '1' } },
    ['a@1.0.0 optional direct'],
  ),
];
