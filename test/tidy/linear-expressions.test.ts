import { expect, test } from 'vitest';
import { staleProofs } from '#test/support/linear-expressions.ts';

test('the kept proofs are those of the expressions in the code: npm run prove:expressions renews them', () => {
  expect(staleProofs()).toEqual({ missing: [], unused: [] });
});
