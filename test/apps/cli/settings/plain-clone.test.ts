import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isPlainClone } from '@scangate/cli/settings/plain-clone';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scangate-clone-'));
  execFileSync('git', ['init', '-q', '-b', 'main', folder]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (name: string): string => join(folder, '.git', name);

test('the root of a clone is found without git, but below it only with git', () => {
  mkdirSync(join(folder, 'inner'));
  expect(isPlainClone(folder, {})).toBe(true);
  expect(isPlainClone(join(folder, 'inner'), {})).toBe(false);
});

test.each([
  ['a HEAD that git refuses', () => writeFileSync(git('HEAD'), 'elsewhere\n')],
  ['no objects', () => rmSync(git('objects'), { recursive: true })],
  ['no settings', () => rmSync(git('config'))],
  ['settings with another work tree', () => writeFileSync(git('config'), '[core]\n\tworkTree = /tmp\n')],
  ['settings that are too large to be read', () => writeFileSync(git('config'), '#'.repeat(70_000))],
  [
    'a file in place of the folder',
    () => {
      rmSync(join(folder, '.git'), { recursive: true });
      writeFileSync(join(folder, '.git'), 'gitdir: /elsewhere\n');
    },
  ],
])('git is run for a folder with %s', (_, damage) => {
  damage();
  expect(isPlainClone(folder, {})).toBe(false);
});

test('git is run if a variable names the repository', () => {
  expect(isPlainClone(folder, { GIT_DIR: '/elsewhere' })).toBe(false);
  expect(isPlainClone(folder, { GIT_CONFIG_COUNT: '1' })).toBe(false);
  expect(isPlainClone(folder, { GIT_SSL_CAINFO: '/certificates' })).toBe(true);
});
