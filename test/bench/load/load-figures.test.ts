import { expect, test } from 'vitest';
import { overLimit } from '../figures.ts';
import { loadFigures } from './load-figures.ts';

const options = { scans: 100, atOnce: 5, oneCompletedIn: 20 };
const outcome = {
  answers: new Map(),
  statuses: new Map([
    ['completed', 5],
    ['cancelled', 95],
  ]),
  completedFirst: 0,
  seconds: { created: 1, ended: 2 },
  memoryMb: { peak: 900, secondQuarter: 800, lastQuarter: 880 },
  audit: { ok: true, pools: 3, violations: [] },
};

test('a load is sound when every scan ended as it should, the ledger adds up and the process does not grow', () => {
  const figures = loadFigures(options, outcome);
  expect(overLimit(figures)).toEqual([]);
  expect(figures.map(({ value }) => value)).toEqual([0, 0, 900, 1.1]);
});

test('a scan that completed before its cancellation arrived counts as ended correctly', () => {
  const statuses = new Map([
    ['completed', 6],
    ['cancelled', 94],
  ]);
  expect(overLimit(loadFigures(options, { ...outcome, statuses, completedFirst: 1 }))).toEqual([]);
});

test.each([
  ['a scan that failed', { statuses: new Map([...outcome.statuses, ['cancelled', 94], ['failed', 1]]) }],
  [
    'one that completed instead of being cancelled',
    {
      statuses: new Map([
        ['completed', 6],
        ['cancelled', 94],
      ]),
    },
  ],
  ['an audit that is not clean', { audit: { ok: false, pools: 3, violations: [] } }],
  ['a process that grows', { memoryMb: { peak: 900, secondQuarter: 600, lastQuarter: 800 } }],
])('%s is over the limit', (_what, change) => {
  expect(overLimit(loadFigures(options, { ...outcome, ...change }))).toHaveLength(1);
});
