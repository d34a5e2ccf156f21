import { expect, test } from 'vitest';
import { baseCommitHash, baseWorld, leakedKey, lock } from './base-world.ts';

const clean = { 'package-lock.json': lock({ right: '1.0.0' }) };

/** Scans a change of files and returns the verdict and the check. */
const scanChange = async (base: Record<string, string>, head: Record<string, string>) => {
  const files = { head: { ...clean, ...head }, base: { ...clean, ...base } };
  const { ended } = await baseWorld(files, { baseCommitHash }).scanHead();
  return [ended?.verdict?.verdict, ended?.pullRequestCheck?.reasons];
};

/** Each letter gives another key. */
const material = (letter: string): string =>
  [1, 2, 3, 4]
    .map((row) =>
      Buffer.from([...Array(48).keys()].map((at) => (at * 37 + row * 11) % 251)).toString('base64'),
    )
    .join(`\n${letter}`);

/** Concatenated, so that no secret scanner reports this file. */
const privateKey = (letter: string): string =>
  ['BEGIN', 'END'].map((word) => `-----${word} RSA ${'PRIVATE'} KEY-----`).join(`\n${material(letter)}\n`);

const allowedKey = (letter: string): string =>
  `# scangate:allow private-key of the tests\n${privateKey(letter)}\n`;

const introduced = ['FAIL', ['introduced_secrets']];

test('a reviewed comment over a private key does not allow another key with the same first line', async () => {
  const base = { 'key.txt': allowedKey('A') };
  expect(await scanChange(base, { 'key.txt': allowedKey('B') })).toEqual(introduced);
  const copied = `${allowedKey('A')}${allowedKey('B')}`;
  expect(await scanChange(base, { 'key.txt': copied })).toEqual(introduced);
  const edited = `# moved\n${allowedKey('A')}# more\n`;
  expect(await scanChange(base, { 'key.txt': edited })).toEqual(['PASS', ['no_new_issues']]);
});

test('a reviewed comment over the first part of a secret does not allow another one with other parts', async () => {
  const joined = (letter: string): string =>
    `# scangate:allow aws-access-key-id old\nkey = "AKIA" +\n  "${leakedKey(letter).slice(4)}"\n`;
  expect(await scanChange({ 'a.py': joined('Q') }, { 'a.py': joined('X') })).toEqual(introduced);
});

test('a folder named like an entry of a reviewed file does not inherit its comments', async () => {
  const allowed = (letter: string): string =>
    `KEY=${leakedKey(letter)} # scangate:allow aws-access-key-id old\n`;
  const base = { 'deploy.sh': allowed('Q') };
  const head = { ...base, 'deploy.sh!/other.sh': allowed('X') };
  expect(await scanChange(base, head)).toEqual(introduced);
});
