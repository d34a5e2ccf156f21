import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

const small = { days: 0.1, organizations: 6, acts: 60, faults: 0.004 };

test('a seed gives the same digest each time, in whichever time zone', () => {
  const runs = [1, 1].map((seed) => simulate({ ...small, seed }));
  expect(runs.map(({ violation }) => violation)).toEqual(['', '']);
  expect(runs[0]?.digest).toMatch(/^[0-9a-f]{16}$/);
  expect(runs[1]?.digest).toBe(runs[0]?.digest);
});
