import { expect, test } from 'vitest';
import { currentFindings } from '@scangate/domain/tracking/tracked-details';
import type { Finding } from '@scangate/engines/model/finding';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { fingerprintOf, secretOf, vulnerabilityOf } from '#test/support/tracking/tracked-samples.ts';

const current = (...findings: Finding[]) =>
  currentFindings(findings, { unitPath: 'web', policy: defaultPolicy });
const code = (confidence?: 'low'): Finding => ({
  kind: 'code',
  fingerprint: fingerprintOf('code'),
  severity: 'high',
  title: 'Injection',
  rule: 'js-injection',
  cwe: 'CWE-89',
  message: 'A query is made of input.',
  file: 'a.js',
  line: 1,
  column: 1,
  ...(confidence && { confidence }),
});

test('several places of one fingerprint are one finding, as severe as the worst that counts, in any order', () => {
  const places = [
    vulnerabilityOf('v', { version: '1.0.0', severity: 'low' }),
    vulnerabilityOf('v', { version: '2.0.0', severity: 'high', exploited: true }),
    vulnerabilityOf('v', { version: '3.0.0', severity: 'critical', suppressed: true }),
  ];
  const found = current(...places).get(fingerprintOf('v'));
  expect(found?.details).toMatchObject({
    severity: 'high',
    packageVersion: '2.0.0',
    occurrences: 3,
    knownExploited: true,
  });
  expect(found).not.toHaveProperty('tolerated');
  expect(current(...places.toReversed())).toEqual(current(...places));
});

test('it is fixable when a fix is known for each of its places', () => {
  const fixed = vulnerabilityOf('v') as Extract<Finding, { kind: 'vulnerability' }>;
  expect(current(fixed).get(fingerprintOf('v'))?.details.fixable).toBe(true);
  expect(
    current(fixed, { ...fixed, version: '2', fixedVersions: [] }).get(fingerprintOf('v'))?.details.fixable,
  ).toBe(false);
});

test('advice is not tracked, and a finding for auditors is tolerated by the policy', () => {
  const advice = {
    kind: 'upgrade',
    fingerprint: 'u',
    severity: 'high',
    title: 'Upgrade',
  } as unknown as Finding;
  expect(current(advice).size).toBe(0);
  expect(current(code()).get(fingerprintOf('code'))).toMatchObject({ isForAudit: false });
  expect(current(code('low')).get(fingerprintOf('code'))).toMatchObject({
    isForAudit: true,
    tolerated: { by: 'policy' },
  });
});

test('long texts are cut, but not the path of a file', () => {
  const long = { ...secretOf('s', { file: 'd/'.repeat(400) }), title: 'x'.repeat(5000) };
  const details = current(long).get(fingerprintOf('s'))?.details;
  expect([details?.title.length, details?.file.length, details?.unitPath]).toEqual([300, 800, 'web']);
});
