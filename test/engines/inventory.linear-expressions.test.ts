import { expect, test } from 'vitest';
import { complexityOf, expressionGroups } from '#test/support/linear-expressions.ts';

const patterns = expressionGroups.inventory();

test('the pattern finds the regular expressions', () => {
  expect(patterns.length).toBeGreaterThan(150);
});

test.each(patterns)('%s cannot backtrack', (pattern) => {
  expect(complexityOf(pattern)).toBe('safe');
});
