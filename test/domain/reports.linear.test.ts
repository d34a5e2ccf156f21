import { expect, test } from 'vitest';
import { complexityOf, expressionGroups } from '#test/support/linear-expressions.ts';

const patterns = expressionGroups.reports();

test('the expressions are found', () => {
  expect(patterns.length).toBeGreaterThan(10);
});

test.each(patterns)('%s cannot be made to backtrack by what it reads', (pattern) => {
  expect(complexityOf(pattern)).toBe('safe');
});
