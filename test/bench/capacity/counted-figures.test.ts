import { expect, test } from 'vitest';
import { measureCharges } from '../cases/charges.ts';
import { overLimit } from '../figures.ts';
import { measureWaits } from '../wait/large-scans.ts';

test('a creation takes the write units of its rows: 10 for one unit of core, 15 with SAST, and 3 for each further entry', async () => {
  const figures = await measureCharges();
  expect(overLimit(figures)).toEqual([]);
  expect(figures.map(({ value }) => value)).toEqual([10, 15, 13, 21, 129, 251]);
});

test('a wait for a large scan reads it at its beginning and its end only, also as events', async () => {
  const figures = await measureWaits();
  expect(overLimit(figures)).toEqual([]);
  const [once, events] = figures.slice(-2).map(({ value }) => value);
  expect(events).toBeGreaterThan(once ?? Infinity);
});
