import { describe, expect, test } from 'vitest';
import { supportedEcosystems, type Ecosystem } from '@scangate/engines/model/component';
import { versionOrder } from '@scangate/engines/versions/ecosystem-orders';
import { versionCases } from '#test/corpora/versions/index.ts';
import { pairsOf } from '#test/corpora/versions/version-cases.ts';

/**
 * Minimum number of pairs of each ecosystem. Swift's versions are tags in the form of npm's semantic versions.
 */
const fewestPairs = (ecosystem: Ecosystem): number => (ecosystem === 'SwiftURL' ? 40 : 300);

describe.each(versionCases.map((cases) => [cases.ecosystem, cases] as const))('%s', (ecosystem, cases) => {
  const order = versionOrder(ecosystem);

  test('orders every known pair as its registry does', () => {
    const wrong = pairsOf(cases).filter(([a, b, sign]) => {
      const [left, right] = [order?.parse(a), order?.parse(b)];
      return left === undefined || right === undefined || Math.sign(order!.compare(left, right)) !== sign;
    });
    expect(wrong).toEqual([]);
  });

  test('has enough known pairs, with each version once in a chain', () => {
    // Each pair is compared in both directions.
    expect(pairsOf(cases).length / 2).toBeGreaterThanOrEqual(fewestPairs(ecosystem));
    for (const chain of cases.chains) expect(new Set(chain).size).toBe(chain.length);
  });

  test('rejects texts that are not versions', () => {
    expect(cases.unordered).not.toEqual([]);
    expect(cases.unordered.filter((text) => order?.parse(text) !== undefined)).toEqual([]);
  });
});

test('every ecosystem with synced advisories has a version corpus', () => {
  const known = new Set(versionCases.map(({ ecosystem }) => ecosystem));
  expect(supportedEcosystems.filter((ecosystem) => !known.has(ecosystem))).toEqual([]);
});
