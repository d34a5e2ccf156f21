import { expect, test } from 'vitest';
import { apkOrder } from '@scangate/engines/versions/apk-order';
import { dpkgOrder } from '@scangate/engines/versions/dpkg-order';
import { rpmOrder } from '@scangate/engines/versions/rpm-order';
import type { VersionOrder } from '@scangate/engines/versions/version-order';
import { systemAnswers } from '#test/corpora/system-versions/system-answers.ts';
import type { systemVersions } from '#test/corpora/system-versions/versions.ts';

const differences = <V>(tool: keyof typeof systemVersions, order: VersionOrder<V>): unknown[] => {
  const answers = systemAnswers(tool);
  expect(answers.length).toBeGreaterThan(2000);
  return answers.filter(({ a, b, sign }) => {
    const [left, right] = [order.parse(a), order.parse(b)];
    const isRefused = left === undefined || right === undefined;
    return (isRefused ? null : Math.sign(order.compare(left, right)) || 0) !== sign;
  });
};

test('orders every pair of versions as dpkg answered', () => {
  expect(differences('dpkg', dpkgOrder)).toEqual([]);
});

test('orders every pair of versions as rpm answered', () => {
  expect(differences('rpm', rpmOrder)).toEqual([]);
});

/** Ascending, by the rules of the Alpine package format. */
const apkChains = [
  [
    '1.0_alpha',
    '1.0_alpha1',
    '1.0_alpha2',
    '1.0_beta',
    '1.0_pre1',
    '1.0_rc1',
    '1.0_rc10',
    '1.0',
    '1.0_git20240101',
    '1.0_p1',
    '1.0.1',
  ],
  ['1.2.3', '1.2.3-r0', '1.2.3-r1', '1.2.3-r10', '1.2.3a', '1.2.3a-r1', '1.2.3b', '1.2.4'],
  ['1.1.1k-r0', '1.1.1q-r0', '1.1.1t-r2', '3.0.7-r0', '3.0.10-r0', '20230506-r0'],
  ['1.00', '1.02', '1.05', '1.1', '1.5', '1.10', '2'],
];

test('orders versions as the format of Alpine packages specifies', () => {
  for (const chain of apkChains) {
    const parsed = chain.map((version) => apkOrder.parse(version)!);
    const sorted = parsed.toReversed().sort((a, b) => apkOrder.compare(a, b));
    expect(sorted).toEqual(parsed);
  }
});

test.each([
  ['dpkg', dpkgOrder, ['', '1 0', '1.0-', '1.0:1', 'ä', '>=1']],
  ['rpm', rpmOrder, ['', '1 0', '1:2:3', '1-2-3', '1/2']],
  ['apk', apkOrder, ['', 'a', '1.0bc', '1_foo', '1.0-1', '1.0 ', '-r1']],
] as const)('%s refuses texts that are not versions', (_, order, texts) => {
  expect(texts.filter((text) => order.parse(text) !== undefined)).toEqual([]);
});
