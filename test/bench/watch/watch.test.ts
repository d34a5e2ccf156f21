import { expect, test } from 'vitest';
import { overLimit } from '../figures.ts';
import { measureIndex, measureWatch } from './watch.ts';

test('a scan that changes 10 of 1,500 components writes 10 items, the unit twice, and at most 30 units', async () => {
  const { writes, writeUnits } = await measureIndex();
  expect(writes).toBe(12);
  expect(writeUnits).toBeLessThanOrEqual(30);
});

test('a snapshot that changes 100 packages reads their items only, and costs less than 5 cents over 100,000 units', async () => {
  const figures = await measureWatch();
  expect(figures.filter(({ limit }) => limit !== undefined)).toHaveLength(4);
  expect(overLimit(figures)).toEqual([]);
});
