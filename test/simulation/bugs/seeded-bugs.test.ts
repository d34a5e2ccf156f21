import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { controlRuns, findBug } from './find-bug.ts';
import { furtherBugs } from './further-bugs.ts';
import type { SourceChange } from '../start/replace-modules.ts';
import { seededBugs, type SeededBug } from './seeded-bugs.ts';

test('each of the forty bugs, and of the additional ones, changes exactly one place', () => {
  expect(new Set(seededBugs.map(({ name }) => name)).size).toBe(40);
  const all = [...seededBugs, ...furtherBugs];
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  const places = ({ file, find }: SourceChange) => readFileSync(file, 'utf8').split(find).length - 1;
  const isElsewhere = (bug: SeededBug) => [bug, ...(bug.also ?? [])].some((change) => places(change) !== 1);
  expect(all.filter(isElsewhere).map(({ name }) => name)).toEqual([]);
});

/** Parts of a year, in which idle schedules cost nothing: about an hour, and three, in which an own issuer is enforced. */
const small = { years: 0.00014, organizations: 6, acts: 60, faults: 0.004 };
const withIssuers = { years: 0.00033, organizations: 6, acts: 60, faults: 0.004 };
/** The acts of those organizations alone that may enforce an issuer. */
const ofRegulated = ['taint4x', 'taint5x']
  .flatMap((organization) => Array.from({ length: 40 }, (_none, act) => `${organization}.${act + 1}`))
  .join(',');
const control = controlRuns();

test.each([
  ['a debit without its entries', small],
  ['a refund of one credit too many', small],
  ['a session that an enforced issuer does not end', { ...withIssuers, 'only-acts': ofRegulated }],
])(
  'the simulation finds %s by its invariant, which holds without it',
  (name, world) => {
    const bug = [...seededBugs, ...furtherBugs].find((one) => one.name === name);
    expect(bug && findBug(bug, { seeds: [1], control, world })).toMatchObject({ seed: 1, others: [] });
  },
  240_000,
);

const bug: SeededBug = { name: 'a bug', breaks: 'balance', file: '', find: '', replace: '' };
const balance = 'balance: 1 and not 2 (event 10)';
const ended = (violation: string, failure = '') => ({ violation, failure, events: 10 });

test.each([
  ['its invariant', ended(balance), '', 1, []],
  ['another invariant', ended('parts: 1 and not 2'), '', undefined, ['seed 1: parts: 1 and not 2']],
  ['an error of the simulation', ended('', 'TypeError: x'), '', undefined, ['seed 1: TypeError: x']],
  ['nothing', ended(''), '', undefined, []],
  [
    'its invariant in a broken world',
    ended(balance),
    balance,
    undefined,
    [`seed 1 without the bug: ${balance}`],
  ],
])('a bug that breaks %s is found only if that is its own doing', (_what, withBug, without, seed, others) => {
  const run = (given: object) => ('bug' in given ? withBug : ended(without));
  const found = findBug(bug, { seeds: [1], control: controlRuns(run), run });
  expect(found).toEqual({ seed, events: 10, violation: seed ? balance : '', others });
});

test('a world is run once without bugs, however many bugs are looked for in it', () => {
  let runs = 0;
  const known = controlRuns(() => {
    runs += 1;
    return ended('');
  });
  for (const seed of [1, 1, 2]) known({ seed });
  expect(runs).toBe(2);
});
