import { expect, test } from 'vitest';
import { complexityOf, expressionsIn } from '../support/expressions.ts';

const patterns = expressionsIn('lib/domain/reports/*.ts');

test('the expressions are found', () => {
  expect(patterns.length).toBeGreaterThan(10);
});

test.each(patterns)('%s cannot be made to backtrack by what it reads', (pattern) => {
  expect(complexityOf(pattern)).toBe('safe');
});
