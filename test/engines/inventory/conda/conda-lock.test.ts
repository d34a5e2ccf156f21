import { expect, test } from 'vitest';
import { inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const url = (archive: string): string => `https://h/c/noarch/${archive}.conda`;
const condaLock = (archive: string): string =>
  `version: 1\npackage:\n- name: a\n  version: '1.0'\n  manager: conda\n  dependencies: {}\n  url: ${url(archive)}\n  hash: {md5: '00'}\n  optional: false\n`;
const pixi = (archive: string): string =>
  `version: 5\npackages:\n- kind: conda\n  name: a\n  version: '1.0'\n  url: ${url(archive)}\n`;

test.each([
  ['conda-lock.yml', condaLock],
  ['pixi.lock', pixi],
])('an entry of %s with the URL of another package or version is told', (path, write) => {
  const notesOf = (archive: string): string[] =>
    reasonsOf(inventoryOf({ [path]: write(archive) }).notes).filter((reason) =>
      reason.includes('the URL of'),
    );
  expect(notesOf('a-1.0-0')).toEqual([]);
  for (const other of ['b-1.0-0', 'a-2.0-0'])
    expect(notesOf(other)).toEqual([
      `${path}: entries with the URL of another package or version (1): a 1.0`,
    ]);
});
