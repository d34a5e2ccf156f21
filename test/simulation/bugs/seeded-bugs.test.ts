import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findBug } from './find-bug.ts';
import { furtherBugs } from './further-bugs.ts';
import { seededBugs } from './seeded-bugs.ts';

test('each of the forty bugs, and of the additional ones, changes exactly one place', () => {
  expect(new Set(seededBugs.map(({ name }) => name)).size).toBe(40);
  const all = [...seededBugs, ...furtherBugs];
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  const places = ({ file, find }: (typeof seededBugs)[number]) =>
    readFileSync(file, 'utf8').split(find).length - 1;
  expect(all.filter((bug) => places(bug) !== 1).map(({ name }) => name)).toEqual([]);
});

test.each(['a debit without its entries', 'a refund of one credit too many'])(
  'the simulation finds %s',
  (name) => {
    const bug = seededBugs.find((one) => one.name === name);
    expect(bug && findBug(bug, [1]).violation).not.toBe('');
  },
);
