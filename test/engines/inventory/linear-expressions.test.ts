import { expect, test } from 'vitest';
import { complexityOf, regexLiteralsIn } from '#test/support/regex-literals.ts';

const patterns = regexLiteralsIn('lib/engines/{advisor,inventory,sbom,versions}/**/*.ts');

test('the expressions are found', () => {
  expect(patterns.length).toBeGreaterThan(150);
});

test.each(patterns)('%s cannot backtrack', (pattern) => {
  expect(complexityOf(pattern)).toBe('safe');
});
