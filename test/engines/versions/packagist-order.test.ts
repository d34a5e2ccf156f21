import { expect, test } from 'vitest';
import { packagistOrder } from '@scangate/engines/versions/packagist-order';
import { answersOf } from '#test/corpora/versions/tool-answers.ts';

const signOf = (a: string, b: string): number | null => {
  const [left, right] = [packagistOrder.parse(a), packagistOrder.parse(b)];
  return left && right ? Math.sign(packagistOrder.compare(left, right)) || 0 : null;
};

test('orders every pair as composer/semver does, and refuses what it refuses', () => {
  const answers = answersOf('composer');
  expect(answers.length).toBeGreaterThan(1000);
  expect(answers.filter(({ a, b, sign }) => signOf(a, b) !== sign)).toEqual([]);
});

// PHP's version_compare on the written texts says otherwise; Composer fills missing numbers first.
test.each([
  ['v3.0', 'v3.0.0-beta', 1],
  ['v4-beta4', 'v4.0-alpha', 1],
  ['v1.9.0-ALPHA.1', 'v1.9.0-BETA.1', -1],
  ['5.1.0-stable', '5.1.0-beta2', 1],
  ['1.0.0', '1.0', 0],
])('%s compared with %s gives %i', (a, b, sign) => {
  expect(signOf(a, b)).toBe(sign);
});
