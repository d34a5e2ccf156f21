import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lowerBound } from '@scangate/engines/text/lower-bound';

test('the first number that is not below another one is that of a linear search', () => {
  const number = fc.integer({ min: 0, max: 30 });
  fc.assert(
    fc.property(fc.array(number, { maxLength: 20 }), number, (numbers, least) => {
      const ascending = numbers.toSorted((a, b) => a - b);
      const first = ascending.findIndex((each) => each >= least);
      expect(lowerBound(ascending, least)).toBe(first === -1 ? ascending.length : first);
    }),
  );
});
