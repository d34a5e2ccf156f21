import { expect, test } from 'vitest';
import {
  decidePullRequestCheck,
  failedPullRequestCheck,
  type PullRequestInputs,
} from '@scangate/domain/verdict/decide-pull-request-check';
import { found } from '../comparison/compared-units.ts';

const scope = { scanTypes: ['sca', 'secrets'] as const, fullScope: true };
const base = { commitHash: 'b'.repeat(40), scanId: 'scan-1', verified: true };
const inputs = (given: Partial<PullRequestInputs> = {}): PullRequestInputs => ({
  base,
  severityThreshold: 'high',
  unknownSeverityAs: 'high',
  scope,
  comparison: { introduced: [], fixed: [], unchanged: [] },
  coverageDropped: [],
  suppressionsProposed: [],
  ...given,
});
const introducing = (...introduced: ReturnType<typeof found>[]) =>
  decidePullRequestCheck(inputs({ comparison: { introduced, fixed: [], unchanged: [] } }));

test('without anything introduced the check passes while old findings remain', () => {
  const comparison = {
    introduced: [],
    fixed: [found('a', { severity: 'low' })],
    unchanged: [found('b', { severity: 'critical' })],
  };
  const check = decidePullRequestCheck(inputs({ comparison }));
  expect(check).toMatchObject({
    verdict: 'PASS',
    reason: 'no_new_issues',
    reasons: ['no_new_issues'],
    base,
    fixed: { vulnerabilities: { low: 1, total: 1, code: 1, dependencies: 0 } },
    unchanged: { vulnerabilities: { critical: 1, total: 1 } },
    introduced: { vulnerabilities: { total: 0 }, secrets: { total: 0 }, licenses: { nonCompliant: 0 } },
  });
});

test('what is introduced is listed once each, the most severe first, and bounded', () => {
  const many = Array.from({ length: 200 }, (_, at) => found(`m${at}`, { severity: 'medium' }));
  const worst = found('z', { severity: 'critical' });
  const { introducedFingerprints = [] } = introducing(...many, worst, worst);
  expect(introducedFingerprints.slice(0, 2)).toEqual([worst.fingerprint, 'a.js m0']);
  expect(introducedFingerprints).toHaveLength(100);
  expect(failedPullRequestCheck('scan_failed', { base, scope })).not.toHaveProperty('introducedFingerprints');
});

test('an introduced finding below the threshold passes and is counted', () => {
  const check = introducing(found('a', { severity: 'medium' }));
  expect([check.verdict, check.introduced.vulnerabilities?.medium]).toEqual(['PASS', 1]);
});

test('an introduced finding of unknown severity counts as the policy says', () => {
  expect(introducing(found('a', { severity: 'unknown' })).reason).toBe('introduced_vulnerabilities');
});

test('all reasons are listed in their order', () => {
  const comparison = {
    introduced: [
      found('l', { dimension: 'licenses', severity: 'low' }),
      found('s', { dimension: 'secrets', severity: 'critical' }),
      found('v', { dimension: 'dependencies', severity: 'high' }),
    ],
    fixed: [],
    unchanged: [],
  };
  const coverageDropped = [{ dimension: 'secrets' as const, path: 'a.js', reason: 'minified' }];
  const check = decidePullRequestCheck(inputs({ comparison, coverageDropped }));
  expect([check.verdict, check.reasons]).toEqual([
    'FAIL',
    [
      'introduced_vulnerabilities',
      'introduced_secrets',
      'introduced_non_compliant_licenses',
      'coverage_dropped',
    ],
  ]);
});

test('only the requested dimensions are counted', () => {
  const check = decidePullRequestCheck(inputs({ scope: { scanTypes: ['secrets'], fullScope: false } }));
  expect(Object.keys(check.introduced)).toEqual(['secrets']);
});

test('lists are bounded, because the check is part of a record', () => {
  const coverageDropped = Array.from({ length: 500 }, (_, index) => ({
    dimension: 'sast' as const,
    path: `${index}.js`,
    reason: 'minified',
  }));
  expect(decidePullRequestCheck(inputs({ coverageDropped })).coverageDropped).toHaveLength(100);
});

test.each(['scan_failed', 'base_not_available', 'base_not_reviewed'] as const)(
  'a check that cannot be decided is ERROR: %s',
  (reason) => {
    const check = failedPullRequestCheck(reason, { base, severityThreshold: 'high', scope });
    expect([check.verdict, check.reason, check.reasons]).toEqual(['ERROR', reason, [reason]]);
    expect(check.introduced.secrets?.total).toBe(0);
    expect(check.base).toEqual({ ...base, verified: false });
  },
);
