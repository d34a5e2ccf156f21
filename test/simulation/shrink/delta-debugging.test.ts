import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallestFailing } from './delta-debugging.ts';

const parts = Array.from({ length: 60 }, (_none, index) => index);

test('of parts that fail together, exactly those are left, in their order', () => {
  const needed = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { maxLength: 4 });
  fc.assert(
    fc.property(needed, (culprits) => {
      const kept = smallestFailing(parts, (some) => culprits.every((one) => some.includes(one)));
      expect(kept).toEqual(culprits.toSorted((one, other) => one - other));
    }),
    { numRuns: 50 },
  );
});

test('the number of tries is bounded, and what is left after them still fails', () => {
  let tries = 0;
  const isOdd = (some: readonly number[]): boolean => {
    tries += 1;
    return some.length % 7 === 4;
  };
  const kept = smallestFailing(parts, isOdd, 30);
  expect(tries).toBeLessThanOrEqual(31);
  expect(kept.length % 7 === 4 || kept.length === 60).toBe(true);
});
