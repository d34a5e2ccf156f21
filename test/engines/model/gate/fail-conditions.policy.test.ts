import { expect, test } from 'vitest';
import type { VulnerabilityFinding } from '@scangate/engines/model/finding';
import { failsAnyway, isJudged } from '@scangate/engines/model/gate/fail-conditions';
import { defaultPolicy, type FailOn } from '@scangate/engines/model/gate/policy';

const finding = {
  kind: 'vulnerability',
  severity: 'low',
  kev: { dateAdded: '2026-03-01' },
  epss: { score: 0.4, percentile: 0.9 },
} as VulnerabilityFinding;
const fails = (failOn: FailOn | undefined, found = finding) =>
  failsAnyway(found, { ...defaultPolicy, ...(failOn && { failOn }) });

test('a known exploited vulnerability fails if the policy says so', () => {
  expect(fails({ knownExploited: true })).toBe(true);
  const { kev: _kev, ...unknown } = finding;
  expect(fails({ knownExploited: true }, unknown)).toBe(false);
  expect(fails(undefined)).toBe(false);
});

test('a vulnerability fails from the EPSS score of the policy on', () => {
  expect(fails({ epssAtLeast: 0.4 })).toBe(true);
  expect(fails({ epssAtLeast: 0.41 })).toBe(false);
  const { epss: _epss, ...unknown } = finding;
  expect(fails({ epssAtLeast: 0.01 }, unknown)).toBe(false);
});

test('a waived finding is not judged', () => {
  const waived = { waiverId: 'w', reason: 'r', approvedBy: 'p', expiresAt: '2026-03-01T00:00:00.000Z' };
  expect(isJudged(finding, defaultPolicy)).toBe(true);
  expect(isJudged({ ...finding, waived }, defaultPolicy)).toBe(false);
});
