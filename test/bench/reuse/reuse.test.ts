import { expect, test } from 'vitest';
import { overLimit } from '../figures.ts';
import { measureReuse } from './reuse.ts';

test('a push that changes 1 of 40 units fetches and assesses that unit, and pays for one', async () => {
  const figures = await measureReuse();
  expect(figures.filter(({ limit }) => limit !== undefined)).toHaveLength(4);
  expect(overLimit(figures)).toEqual([]);
});
