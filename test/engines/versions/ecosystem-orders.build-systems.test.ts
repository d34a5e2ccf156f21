import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { versionOrder } from '@scangate/engines/versions/ecosystem-orders';
import { cases as hex } from '#test/corpora/versions/hex.ts';
import { cases as maven } from '#test/corpora/versions/maven.ts';
import { cases as nuget } from '#test/corpora/versions/nuget.ts';
import { cases as pub } from '#test/corpora/versions/pub.ts';
import { cases as swift } from '#test/corpora/versions/swift.ts';
import { pairsOf, type VersionCases } from '#test/corpora/versions/version-cases.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const orderOf = ({ ecosystem }: VersionCases) => {
  const order = versionOrder(ecosystem);
  if (!order) throw new Error(`no order for ${ecosystem}`);
  return order;
};

const signOf = (cases: VersionCases, a: string, b: string): number => {
  const order = orderOf(cases);
  const [left, right] = [order.parse(a), order.parse(b)];
  if (left === undefined || right === undefined) throw new Error(`cannot be ordered: ${a} or ${b}`);
  return Math.sign(order.compare(left, right)) || 0;
};

describe.each([maven, nuget, pub, hex, swift])('the order of $ecosystem versions', (cases) => {
  test('is that of the ecosystem for every pair', () => {
    const wrong = pairsOf(cases).filter(([a, b, sign]) => signOf(cases, a, b) !== sign);
    expect(wrong).toEqual([]);
  });

  test('accepts any text without throwing', () => {
    const order = orderOf(cases);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: anyCharacter, maxLength: 400 })), (text) => {
        const parsed = order.parse(text);
        expect(parsed === undefined || order.compare(parsed, parsed) === 0).toBe(true);
      }),
    );
  });

  test('is antisymmetric', () => {
    const version = fc.constantFrom(...cases.chains.flat(), ...cases.equal.flat());
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(signOf(cases, a, b)).toBe(-signOf(cases, b, a) || 0);
      }),
    );
  });
});

test.each([maven, nuget, pub, hex])('$ecosystem has at least 300 known pairs', (cases) => {
  expect(pairsOf(cases).length / 2).toBeGreaterThanOrEqual(300);
});

test.each([
  [maven, '[1.0,2.0)'],
  [maven, '${project.version}'],
  [maven, ''],
  [nuget, '1.*'],
  [nuget, '1.2.3.4.5'],
  [nuget, '[1.0]'],
  [pub, 'any'],
  [hex, '~> 1.0'],
  [swift, 'main'],
] as const)('$0.ecosystem: %s cannot be ordered', (cases, version) => {
  expect(orderOf(cases).parse(version)).toBeUndefined();
});
