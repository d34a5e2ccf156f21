import { expect, test } from 'vitest';
import { complexityOf, regexLiteralsIn } from '#test/support/regex-literals.ts';

const patterns = regexLiteralsIn('lib/domain/reports/*.ts');

test('the expressions are found', () => {
  expect(patterns.length).toBeGreaterThan(10);
});

test.each(patterns)('%s cannot be made to backtrack by what it reads', (pattern) => {
  expect(complexityOf(pattern)).toBe('safe');
});
