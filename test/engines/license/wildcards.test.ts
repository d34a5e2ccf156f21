import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesWildcards } from '@scangate/engines/license/wildcards';
import { runs } from '#test/support/runs/samples.ts';

test('a pattern matches like the equivalent regular expression', () => {
  const pattern = fc.stringMatching(/^[ab*]{0,8}$/);
  const text = fc.stringMatching(/^[ab]{0,8}$/);
  fc.assert(
    fc.property(pattern, text, (wanted, given) => {
      const expression = new RegExp(`^${wanted.replaceAll('*', '[ab]*')}$`);
      expect(matchesWildcards(wanted, given)).toBe(expression.test(given));
    }),
    { numRuns: runs(2000) },
  );
});
