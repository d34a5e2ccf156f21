import { expect, test } from 'vitest';
import { ratioOf, tableOf, verdictOf, type Row } from './row.ts';

const row = (parts: Partial<Row>): Row => ({ section: 'A', what: 'x', value: 10, unit: 'MB/s', ...parts });

test('a value passes at its limit and fails beyond it, for upper and lower limits', () => {
  expect(verdictOf(row({ atLeast: 10 }))).toBe('pass');
  expect(verdictOf(row({ atLeast: 10.1 }))).toBe('FAIL');
  expect(verdictOf(row({ atMost: 10 }))).toBe('pass');
  expect(verdictOf(row({ atMost: 9.9 }))).toBe('FAIL');
});

test('there is no verdict without a limit, and NaN passes no limit', () => {
  expect(verdictOf(row({}))).toBe('');
  expect(verdictOf(row({ value: NaN, atMost: 10 }))).toBe('FAIL');
});

test('a ratio needs another value', () => {
  expect(ratioOf(row({ beside: { program: 'p', value: 4 } }))).toBe(2.5);
  expect(ratioOf(row({ beside: { program: 'p', missing: 'not installed' } }))).toBeUndefined();
  expect(ratioOf(row({}))).toBeUndefined();
});

test('a ratio above one is better, even for times', () => {
  expect(ratioOf(row({ unit: 'ms', beside: { program: 'p', value: 40 } }))).toBe(4);
});

test('the table has value, limit, verdict and comparison', () => {
  const table = tableOf([
    row({ atLeast: 5, beside: { program: 'p', value: 4 } }),
    row({ section: 'B', what: 'y', value: 1234.5, beside: { program: 'q', missing: 'not installed' } }),
  ]);
  expect(table.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
    'A',
    'x 10 MB/s ≥ 5 pass p 4: ratio 2.5',
    '',
    'B',
    'y 1,234.5 MB/s q: not installed',
  ]);
});
