import { expect, test } from 'vitest';
import { lockfileSettings } from '@scangate/engines/inventory/registries/lockfile-settings';
import { inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const ignored = 'settings by which the lockfile may be ignored';

const noted = (files: Readonly<Record<string, string>>): string[] =>
  reasonsOf(lockfileSettings(Object.keys(files), (path) => files[path]));

test.each([
  ['npm', '.npmrc', 'package-lock=false\n', 'package-lock.json'],
  ['npm', '.npmrc', '"package-lock" = "false" ; none\n', 'package-lock.json'],
  ['npm', '.npmrc', 'package-lock=${LOCKED}\n', 'npm-shrinkwrap.json'],
  ['npm', '.npmrc', 'shrinkwrap=\n', 'package-lock.json'],
  ['pnpm', '.npmrc', 'lockfile=false\n', 'pnpm-lock.yaml'],
  ['pnpm', 'pnpm-workspace.yaml', 'packages: []\nlockfile: false\n', 'pnpm-lock.yaml'],
  ['pnpm', 'pnpm-workspace.yaml', '"lock\\x66ile": false\n', 'pnpm-lock.yaml'],
  ['Yarn 1', '.yarnrc', '--install.no-lockfile true\n', 'yarn.lock'],
])('the settings by which %s ignores its lockfile are told: %s, %j', (_, file, text, lock) => {
  expect(noted({ [file]: text, [lock]: '' })).toEqual([`${file}: ${ignored}`]);
  expect(noted({ [file]: text, [`app/${lock}`]: '' })).toEqual([`${file}: ${ignored}`]);
  expect(noted({ [file]: text })).toEqual([]);
  expect(noted({ [`app/${file}`]: text, [lock]: '' })).toEqual([]);
});

test.each([
  ['.npmrc', '; package-lock=false\npackage-lock=true\nlockfile=false\n', 'package-lock.json'],
  ['pnpm-workspace.yaml', 'lockfile: true\n', 'pnpm-lock.yaml'],
  ['.yarnrc', '--install.no-lockfile false\n--install.pure-lockfile true\n', 'yarn.lock'],
])('settings by which a lockfile is read are not: %s, %j', (file, text, lock) => {
  expect(noted({ [file]: text, [lock]: '' })).toEqual([]);
});

test('variables of a Dockerfile that name other settings or another lockfile are told', () => {
  const told = 'variables that may name other settings or another lockfile';
  for (const line of [
    'ENV PIP_CONFIG_FILE=/etc/p',
    'RUN YARN_LOCKFILE_FILENAME=o yarn',
    'ENV npm_config_package_lock false',
  ])
    expect(noted({ 'a/Dockerfile': `FROM x\n${line}\n` })).toEqual([`a/Dockerfile: ${told}`]);
  expect(
    noted({ Dockerfile: '# ENV PIP_CONFIG_FILE=/etc/p\nENV PIP_NO_CACHE_DIR=1\n', a: 'PIP_CONFIG_FILE' }),
  ).toEqual([]);
});

test('an inventory has these notes', () => {
  const lock = JSON.stringify({ lockfileVersion: 3, packages: { '': { name: 'a' } } });
  const files = {
    'package.json': '{"name":"a"}',
    'package-lock.json': lock,
    '.npmrc': 'package-lock=false\n',
  };
  expect(reasonsOf(inventoryOf(files).notes)).toContain(`.npmrc: ${ignored}`);
});
