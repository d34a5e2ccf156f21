import { expect, test } from 'vitest';
import { complexityOf, expressionGroups } from '#test/support/linear-expressions.ts';

test('every expression of the engine and its rules is linear', { timeout: 300_000 }, () => {
  const patterns = expressionGroups.sast();
  expect(patterns.length).toBeGreaterThan(200);
  expect(patterns.filter((pattern) => complexityOf(pattern) !== 'safe')).toEqual([]);
});
