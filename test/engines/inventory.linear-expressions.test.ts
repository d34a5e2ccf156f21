import { expect, test } from 'vitest';
import { complexityOf, regexLiteralsIn } from '#test/support/regex-literals.ts';

const patterns = regexLiteralsIn('lib/engines/{advisor,inventory,sbom,units,versions}/**/*.ts');

test('the pattern finds the regular expressions', () => {
  expect(patterns.length).toBeGreaterThan(150);
});

test.each(patterns)('%s cannot backtrack', (pattern) => {
  expect(complexityOf(pattern)).toBe('safe');
});
