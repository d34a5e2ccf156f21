import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dollarsOf } from '../price/list-prices.ts';
import { limitText } from './goal-table.ts';
import { goals } from './goals.ts';
import { withFigures } from './performance-page.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/performance.md'), 'utf8');
const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));

test('docs/performance.md lists every goal with its unit and limit, and no other', () => {
  const listed = rows
    .filter(([, , , , limit]) => /^[≤–]/.test(limit ?? ''))
    .map((cells) => cells.slice(1, 5));
  expect(listed).toEqual(
    goals.map(({ subject, goal, unit, limit }) => [subject, goal, unit, limitText(limit)]),
  );
});

test('docs/performance.md states the cost of 1,000 scans at list prices', () => {
  const said = (what: string): number =>
    Number(/\$([\d.]*\d)/.exec(rows.find(([, cell]) => cell === what)?.[2] ?? '')?.[1]);
  expect(said('a second of waiting')).toBeCloseTo(1000 * dollarsOf('lambdaGbSecond', 0.125), 4);
  expect(said('a transition')).toBeCloseTo(1000 * dollarsOf('transition', 1), 6);
  expect(said('10 write units')).toBeCloseTo(1000 * dollarsOf('writeUnit', 10), 6);
  expect(said('10 read units')).toBeCloseTo(1000 * dollarsOf('readUnit', 10), 6);
  expect(said('an object written')).toBeCloseTo(1000 * dollarsOf('s3Write', 1), 6);
  expect(said('a signature')).toBeCloseTo(1000 * dollarsOf('signature', 1), 6);
  expect(said('a request')).toBeCloseTo(1000 * (dollarsOf('apiRequest', 1) + dollarsOf('wafRequest', 1)), 6);
  expect(said('100 ms of a function')).toBeCloseTo(1000 * dollarsOf('lambdaGbSecond', 0.1), 4);
  expect(said('1 KB of logs')).toBeCloseTo(1000 * dollarsOf('logByte', 1024), 4);
});

test('a run is recorded in the rows of the goals that it measured, and in no other', () => {
  const [first, second] = goals;
  if (!first || !second) throw new Error('there are goals');
  const worst = { section: 'any', what: 'any', unit: 'any', value: 12_345 };
  const recorded = withFigures(
    page,
    [
      { ...first, worst, verdict: 'OVER' },
      { ...second, worst: undefined, verdict: 'not measured' },
    ],
    'abc1234',
  );
  const changed = recorded.split('\n').filter((line, index) => line !== page.split('\n')[index]);
  expect(changed.map((line) => line.split('|').map((cell) => cell.trim()))).toEqual([
    ['', first.subject, first.goal, first.unit, limitText(first.limit), '12,345, over', 'abc1234', ''],
  ]);
});
