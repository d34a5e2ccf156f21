import { expect, test } from 'vitest';
import { complexityOf, regexLiteralsIn } from '#test/support/regex-literals.ts';

test('every expression of the engine and its rules is linear', { timeout: 300_000 }, () => {
  const patterns = regexLiteralsIn('lib/engines/sast/**/*.ts');
  expect(patterns.length).toBeGreaterThan(200);
  expect(patterns.filter((pattern) => complexityOf(pattern) !== 'safe')).toEqual([]);
});
