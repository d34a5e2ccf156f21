import { expect, test } from 'vitest';
import { inventoryOf, namesOf, reasonsOf, type Contents } from '../inventory-fixtures.ts';

const missing = 'dependencies that the project asks for and the lockfile does not have';
const notRead = 'members of the workspace in folders of third-party code that are not read';
const toldOf = (contents: Contents): string[] => reasonsOf(inventoryOf(contents).notes);

const cargo = (members: string) => ({
  'Cargo.lock':
    'version = 4\n\n[[package]]\nname = "app"\nversion = "0.1.0"\n\n[[package]]\nname = "own"\nversion = "0.1.0"\n',
  'Cargo.toml': `[package]\nname = "app"\nversion = "0.1.0"\n\n[workspace]\nmembers = [${members}]\n`,
  'vendor/own/Cargo.toml': '[package]\nname = "own"\nversion = "0.1.0"\n\n[dependencies]\nabsent = "1"\n',
});

test('a member of a Cargo workspace is read in a folder of third-party code', () => {
  expect(toldOf(cargo('"vendor/own"'))).toContain(`Cargo.lock: ${missing} (1): absent`);
  expect(toldOf(cargo('"vendor/*"'))).toContain(`Cargo.lock: ${notRead} (1): vendor/*`);
  expect(toldOf(cargo('"vendor/gone"'))).toContain(`Cargo.lock: ${notRead} (1): vendor/gone`);
  expect(toldOf(cargo('')).join()).not.toMatch(/absent|third-party/);
});

const npm = (workspaces: readonly string[]) => ({
  'package-lock.json': JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { name: 'app', workspaces },
      'vendor/own': { name: 'own' },
      'node_modules/own': { link: true, resolved: 'vendor/own' },
    },
  }),
  'package.json': JSON.stringify({ name: 'app', workspaces }),
  'vendor/own/package.json': JSON.stringify({ name: 'own', dependencies: { absent: '^1.0.0' } }),
});

test('a member of an npm workspace is read in a folder of third-party code', () => {
  expect(toldOf(npm(['vendor/own'])).join()).toContain('absent');
  expect(toldOf(npm(['vendor/*']))).toContain(`package-lock.json: ${notRead} (1): vendor/*`);
  expect(toldOf(npm(['vendor/gone']))).toContain(`package-lock.json: ${notRead} (1): vendor/gone`);
});

const workflow = (uses: string): string => `jobs:\n  a:\n    steps:\n      - uses: ${uses}\n`;
const steps = (uses: string): string => `runs:\n  using: composite\n  steps:\n    - uses: ${uses}\n`;

test('what an action of the repository uses is read in a folder of third-party code, through further ones', () => {
  const files = {
    '.github/workflows/ci.yml': workflow('./vendor/outer'),
    'vendor/outer/action.yml': steps('./third_party/inner'),
    'third_party/inner/action.yaml': steps('owner/used@v1'),
    'vendor/unused/action.yml': steps('owner/unused@v1'),
  };
  expect(namesOf(inventoryOf(files))).toEqual(['owner/used@v1']);
  expect(toldOf(files)).toEqual([]);
});

test('an action of the repository in a folder of third-party code that is not there is told', () => {
  expect(toldOf({ '.github/workflows/ci.yml': workflow('./vendor/gone') })).toEqual([
    '.github/workflows/ci.yml: own actions in folders of third-party code that are not read (1): ./vendor/gone',
  ]);
  const circle = {
    '.github/workflows/ci.yml': workflow('./vendor/a'),
    'vendor/a/action.yml': steps('./vendor/a'),
  };
  expect(toldOf(circle)).toEqual([]);
});
