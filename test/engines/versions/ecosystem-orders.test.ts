import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Ecosystem } from '@scangate/engines/model/component';
import { versionOrder } from '@scangate/engines/versions/ecosystem-orders';
import type { VersionOrder } from '@scangate/engines/versions/version-order';
import { anyCharacter } from '#test/support/any-character.ts';
import { runs } from '#test/support/runs/samples.ts';

const orderOf = (ecosystem: Ecosystem): VersionOrder => {
  const order = versionOrder(ecosystem);
  if (!order) throw new Error(`no order for ${ecosystem}`);
  return order;
};

const compare = (ecosystem: Ecosystem, a: string, b: string): number => {
  const order = orderOf(ecosystem);
  const [left, right] = [order.parse(a), order.parse(b)];
  if (left === undefined || right === undefined) throw new Error(`cannot be ordered: ${a} or ${b}`);
  return Math.sign(order.compare(left, right));
};

const number = fc.oneof(fc.nat(3), fc.nat(2_000_000));
const dotted = (count: number) =>
  fc.tuple(...Array.from({ length: count }, () => number)).map((n) => n.join('.'));
const label = fc.stringMatching(/^[a-z0-9]{1,6}$/);
const semverLike = fc
  .tuple(fc.constantFrom('', 'v'), dotted(3), fc.option(fc.tuple(label, label)), fc.option(label))
  .map(([v, base, pre, build]) => `${v}${base}${pre ? `-${pre.join('.')}` : ''}${build ? `+${build}` : ''}`);
const goLike = fc.oneof(
  semverLike,
  fc.tuple(dotted(2), fc.constantFrom('', 'rc1', 'rc2', 'beta1')).map(([v, stage]) => `go${v}${stage}`),
  fc
    .tuple(fc.integer({ min: 2018, max: 2025 }), fc.stringMatching(/^[0-9a-f]{12}$/))
    .map(([year, hash]) => `v0.0.0-${year}0102030405-${hash}`),
);
const pep440Like = fc
  .record({
    epoch: fc.constantFrom('', '1!'),
    release: fc.oneof(dotted(1), dotted(2), dotted(4)),
    pre: fc.constantFrom('', 'a1', 'b2', 'rc1', '.alpha'),
    post: fc.constantFrom('', '.post1', '-2', 'r3'),
    dev: fc.constantFrom('', '.dev0', '.dev7'),
    local: fc.constantFrom('', '+local', '+1.2', '+ubuntu.1'),
  })
  .map((p) => p.epoch + p.release + p.pre + p.post + p.dev + p.local);

describe.each([
  ['npm', semverLike],
  ['crates.io', semverLike],
  ['Go', goLike],
  ['PyPI', pep440Like],
] as const)('the order of %s versions', (ecosystem, versions) => {
  test('is total: reflexive, antisymmetric and transitive', () => {
    fc.assert(
      fc.property(versions, versions, versions, (a, b, c) => {
        expect(compare(ecosystem, a, a)).toBe(0);
        expect(compare(ecosystem, a, b)).toBe(-compare(ecosystem, b, a) || 0);
        const [low, middle, high] = [a, b, c].sort((x, y) => compare(ecosystem, x, y)) as [
          string,
          string,
          string,
        ];
        expect(compare(ecosystem, low, middle)).toBeLessThanOrEqual(0);
        expect(compare(ecosystem, middle, high)).toBeLessThanOrEqual(0);
        expect(compare(ecosystem, low, high)).toBeLessThanOrEqual(0);
      }),
      { numRuns: runs(500) },
    );
  });

  test('accepts any text without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: anyCharacter, maxLength: 400 })), (text) => {
        const parsed = orderOf(ecosystem).parse(text);
        expect(parsed === undefined || orderOf(ecosystem).compare(parsed, parsed) === 0).toBe(true);
      }),
    );
  });
});

test.each([
  ['npm', '1.2.3-beta.2', '1.2.3-beta.11'],
  ['npm', '1.2.3-beta', '1.2.3'],
  ['npm', '1.2', '1.2.1'],
  ['Go', '1.20.5', 'go1.21'],
  ['Go', 'go1.21rc2', 'go1.21.0'],
  ['Go', '1.21.0-rc.1', 'go1.21rc2'],
  ['Go', 'v0.0.0-20200622213623-75b288015ac9', 'v0.0.0-20210101000000-000000000000'],
  ['Go', 'v0.0.0-20210101000000-000000000000', 'v0.1.0'],
  ['PyPI', '1.0.dev1', '1.0a1'],
  ['PyPI', '1.0rc1', '1.0'],
  ['PyPI', '1.0', '1.0.post1'],
  ['PyPI', '2024.1', '1!0.1'],
] as const)('%s: %s is before %s', (ecosystem, older, newer) => {
  expect(compare(ecosystem, older, newer)).toBe(-1);
});

test.each([
  ['npm', 'v1.2.3', '1.2.3+build'],
  ['Go', 'v2.0.0+incompatible', '2.0.0'],
  ['Go', 'go1.21', '1.21.0'],
  ['PyPI', '1.0', '1.0.0'],
  ['PyPI', '1.0-1', '1.0.post1'],
] as const)('%s: %s and %s are the same release', (ecosystem, one, other) => {
  expect(compare(ecosystem, one, other)).toBe(0);
});

test.each([
  ['npm', 'git+ssh://host/repo'],
  ['npm', 'latest'],
  ['Go', '(devel)'],
  ['PyPI', '2004d'],
  ['PyPI', '1.99999999999999999999'],
  ['PyPI', `1.${'0.'.repeat(200)}0`],
] as const)('%s: %s cannot be ordered', (ecosystem, version) => {
  expect(orderOf(ecosystem).parse(version)).toBeUndefined();
});

test('an unknown ecosystem has no order', () => {
  expect(versionOrder('Elsewhere' as Ecosystem)).toBeUndefined();
});
