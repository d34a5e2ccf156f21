import type { InventoryCase } from './inventory-case.ts';

const manifest = (more: object): string => JSON.stringify({ name: 'app', version: '0.0.0', ...more });
const npm = (name: string, files: Record<string, string>, expected: string[]): InventoryCase => ({
  name,
  unitType: 'npm',
  files,
  expected: expected.map((line) => `pkg:npm/${line}`),
});
const classic = (name: string, more: object, lock: string, expected: string[]): InventoryCase =>
  npm(name, { 'package.json': manifest(more), 'yarn.lock': `# yarn lockfile v1\n\n\n${lock}` }, expected);
const pnpm = (name: string, lock: string, expected: string[]): InventoryCase =>
  npm(name, { 'pnpm-lock.yaml': lock }, expected);

export const cases: InventoryCase[] = [
  classic(
    'yarn: direct and transitive',
    { dependencies: { a: '^1.0.0' } },
    'a@^1.0.0:\n  version "1.0.1"\n  dependencies:\n    b "^2.0.0"\n\nb@^2.0.0:\n  version "2.0.0"\n',
    ['a@1.0.1 required direct', 'b@2.0.0 required transitive'],
  ),
  classic(
    'yarn: several ranges, one version',
    { dependencies: { a: '^1.0.0' } },
    'a@^1.0.0, a@^1.0.1:\n  version "1.0.1"\n',
    ['a@1.0.1 required direct'],
  ),
  classic(
    'yarn: a scope, in quotes',
    { dependencies: { '@s/a': '^1.0.0' } },
    '"@s/a@^1.0.0":\n  version "1.0.0"\n',
    ['%40s/a@1.0.0 required direct'],
  ),
  classic('yarn: for development', { devDependencies: { a: '^1.0.0' } }, 'a@^1.0.0:\n  version "1.0.0"\n', [
    'a@1.0.0 dev direct',
  ]),
  classic('yarn: optional', { optionalDependencies: { a: '^1.0.0' } }, 'a@^1.0.0:\n  version "1.0.0"\n', [
    'a@1.0.0 optional direct',
  ]),
  pnpm(
    'pnpm 9: importers, packages, snapshots',
    "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a:\n        specifier: ^1.0.0\n        version: 1.0.0\npackages:\n  a@1.0.0:\n    resolution: {integrity: sha512-AA==}\n  b@2.0.0:\n    resolution: {integrity: sha512-AA==}\nsnapshots:\n  a@1.0.0:\n    dependencies:\n      b: 2.0.0\n  b@2.0.0: {}\n",
    ['a@1.0.0 required direct', 'b@2.0.0 required transitive'],
  ),
  pnpm(
    'pnpm 9: for development, with a peer in the version',
    "lockfileVersion: '9.0'\nimporters:\n  .:\n    devDependencies:\n      a:\n        specifier: ^1.0.0\n        version: 1.0.0(b@2.0.0)\npackages:\n  a@1.0.0:\n    resolution: {integrity: sha512-AA==}\n  b@2.0.0:\n    resolution: {integrity: sha512-AA==}\nsnapshots:\n  a@1.0.0(b@2.0.0):\n    dependencies:\n      b: 2.0.0\n  b@2.0.0: {}\n",
    ['a@1.0.0 dev direct', 'b@2.0.0 dev transitive'],
  ),
  pnpm(
    'pnpm 6: keys with slashes',
    "lockfileVersion: '6.0'\ndependencies:\n  a:\n    specifier: ^1.0.0\n    version: 1.0.0\npackages:\n  /a@1.0.0:\n    resolution: {integrity: sha512-AA==}\n    dependencies:\n      b: 2.0.0\n    dev: false\n  /b@2.0.0:\n    resolution: {integrity: sha512-AA==}\n    dev: false\n",
    ['a@1.0.0 required direct', 'b@2.0.0 required transitive'],
  ),
  pnpm(
    'pnpm 5: versions after a slash',
    "lockfileVersion: 5.4\nspecifiers:\n  '@s/a': ^1.0.0\ndependencies:\n  '@s/a': 1.0.0\npackages:\n  /@s/a/1.0.0:\n    resolution: {integrity: sha512-AA==}\n    dev: false\n",
    ['%40s/a@1.0.0 required direct'],
  ),
  pnpm(
    'pnpm: optional',
    "lockfileVersion: '9.0'\nimporters:\n  .:\n    optionalDependencies:\n      a:\n        specifier: ^1.0.0\n        version: 1.0.0\npackages:\n  a@1.0.0:\n    resolution: {integrity: sha512-AA==}\nsnapshots:\n  a@1.0.0:\n    optional: true\n",
    ['a@1.0.0 optional direct'],
  ),
];
