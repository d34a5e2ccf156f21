import { expect, test } from 'vitest';
import { complexityOf, expressionGroups, staleProofs } from '#test/support/linear-expressions.ts';

test.each([
  ['server', 200],
  ['engines', 500],
  ['sast', 500],
  ['secrets', 50],
  ['secretRules', 300],
] as const)('no input makes an expression of the %s backtrack', (group, atLeast) => {
  const patterns = expressionGroups[group]();
  expect(patterns.length).toBeGreaterThan(atLeast);
  expect(patterns.filter((pattern) => complexityOf(pattern) !== 'safe')).toEqual([]);
});

test('the stored proofs are those of the expressions in the code: npm run prove:regexes renews them', () => {
  expect(staleProofs()).toEqual({ missing: [], unused: [] });
});
