import { expect, test } from 'vitest';
import { complexityOf, expressionsIn } from '../../support/expressions.ts';

test('every expression of the engine and its rules is linear', { timeout: 300_000 }, () => {
  const patterns = expressionsIn('lib/scanners/sast/**/*.ts');
  expect(patterns.length).toBeGreaterThan(200);
  expect(patterns.filter((pattern) => complexityOf(pattern) !== 'safe')).toEqual([]);
});
