import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mavenOrder } from '@scangate/engines/versions/maven-order';
import { answersOf } from '#test/corpora/versions/tool-answers.ts';

const answers = answersOf('maven');

const signOf = (a: string, b: string): number | undefined => {
  const [left, right] = [mavenOrder.parse(a), mavenOrder.parse(b)];
  return left && right && (Math.sign(mavenOrder.compare(left, right)) || 0);
};

test('orders every pair as Maven 3.8 does', () => {
  expect(answers.length).toBeGreaterThan(2500);
  expect(answers.filter(({ a, b, sign }) => signOf(a, b) !== sign)).toEqual([]);
});

test.each([
  ['1.0.0-beta.2', '1.0.0-beta.10', -1],
  ['1.0.0-beta.1', '1.0.0', -1],
  ['4.1.100.Final', '4.1.100.Final-redhat-00001', -1],
  ['2.13.4.redhat-00002', '2.13.4', 1],
  ['1.0.0.RC8', '1.0.0-RC16', -1],
  ['v3.7.0rc2', 'v3.7.0-rc.3', -1],
])('%s compared with %s gives %i', (a, b, sign) => {
  expect(signOf(a, b)).toBe(sign);
});

test('the order is antisymmetric for any two versions of the corpus', () => {
  const version = fc.constantFrom(...answers.flatMap(({ a, b }) => [a, b]));
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(signOf(a, b)).toBe(-(signOf(b, a) ?? Number.NaN) || 0);
    }),
  );
});
