import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { versionOrder } from '@scangate/engines/versions/ecosystem-orders';
import { cases as cratesIo } from '#test/corpora/versions/crates-io.ts';
import { cases as packagist } from '#test/corpora/versions/packagist.ts';
import { cases as rubygems } from '#test/corpora/versions/rubygems.ts';
import type { VersionCases } from '#test/corpora/versions/version-cases.ts';
import { runs } from '#test/support/runs/samples.ts';

const orderOf = ({ ecosystem }: VersionCases) => {
  const order = versionOrder(ecosystem);
  if (!order) throw new Error(`no order for ${ecosystem}`);
  return order;
};

const compare = (cases: VersionCases, a: string, b: string): number => {
  const order = orderOf(cases);
  const [left, right] = [order.parse(a), order.parse(b)];
  if (left === undefined || right === undefined) throw new Error(`cannot be ordered: ${a} or ${b}`);
  return Math.sign(order.compare(left, right));
};

const number = fc.oneof(fc.nat(3), fc.nat(2_000_000)).map(String);
const joined = (parts: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(parts, { minLength: 1, maxLength }).map((all) => all.join('.'));
const rubygemsLike = fc
  .tuple(number, fc.option(joined(fc.oneof(number, fc.stringMatching(/^[a-zA-Z0-9]{1,5}$/)), 5)))
  .map(([first, rest]) => (rest === null ? first : `${first}.${rest}`));
const packagistLike = fc
  .tuple(
    fc.constantFrom('', 'v'),
    joined(fc.nat(300).map(String), 4),
    fc.constantFrom('', '-', '.'),
    fc.constantFrom('', 'alpha', 'b2', 'RC1', 'patch', 'p3', 'beta.1', 'stable'),
    fc.constantFrom('', '-dev'),
  )
  .map(([v, release, mark, stage, dev]) => `${v}${release}${stage && mark}${stage}${dev}`);
const cratesLike = fc
  .tuple(joined(fc.nat(30).map(String), 3), fc.constantFrom('', '-rc.1', '-alpha', '-0', '+build'))
  .map(([release, stage]) => `${release}${stage}`);

describe.each([
  { cases: rubygems, versions: rubygemsLike },
  { cases: packagist, versions: packagistLike },
  { cases: cratesIo, versions: cratesLike },
])('the order of $cases.ecosystem versions', ({ cases, versions }) => {
  test('is total', () => {
    fc.assert(
      fc.property(versions, versions, versions, (a, b, c) => {
        expect(compare(cases, a, a)).toBe(0);
        expect(compare(cases, a, b)).toBe(-compare(cases, b, a) || 0);
        if (compare(cases, a, b) <= 0 && compare(cases, b, c) <= 0)
          expect(compare(cases, a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('accepts any text without throwing', () => {
    const order = orderOf(cases);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-z.+*x -]{0,60}$/)), (text) => {
        const parsed = order.parse(text);
        expect(parsed === undefined || order.compare(parsed, parsed) === 0).toBe(true);
      }),
    );
  });
});
