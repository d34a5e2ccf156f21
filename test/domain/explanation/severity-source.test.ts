import { expect, test } from 'vitest';
import { explainSeverity } from '@scangate/domain/explanation/severity-source';
import { defaultPolicy, type GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Finding, VulnerabilityFinding } from '@scangate/engines/model/finding';

const vulnerability = (more: Partial<VulnerabilityFinding> = {}): VulnerabilityFinding => ({
  kind: 'vulnerability',
  fingerprint: 'f',
  severity: 'high',
  title: 't',
  advisoryId: 'GHSA-1',
  aliases: [],
  packageName: 'a',
  version: '1.0.0',
  scope: 'required',
  direct: true,
  dependencyPath: ['a@1.0.0'],
  fixedVersions: [],
  malicious: false,
  file: 'package-lock.json',
  url: 'https://osv.dev/GHSA-1',
  ...more,
});
const base = { fingerprint: 'f', title: 't', file: 'a', severity: 'high' as const };
const sources: GatePolicy = { ...defaultPolicy, sources: { severities: { 'git-source': 'low' } } };

test.each<[string, Finding, GatePolicy, string, RegExp]>([
  [
    'a CVSS score',
    vulnerability({ cvss: { vector: 'V', score: 8.1 } }),
    defaultPolicy,
    'cvss',
    /CVSS 8\.1 \(V\)/,
  ],
  [
    'the statement of an advisory',
    vulnerability(),
    defaultPolicy,
    'advisory',
    /GHSA-1 or one of its aliases/,
  ],
  [
    'a notice',
    vulnerability({ informational: 'unmaintained' }),
    defaultPolicy,
    'advisory',
    /a notice: unmaintained/,
  ],
  ['a malicious package', vulnerability({ malicious: true }), defaultPolicy, 'policy', /malicious/],
  [
    'no stated severity',
    vulnerability({ severity: 'unknown' }),
    defaultPolicy,
    'policy',
    /counts it as high/,
  ],
  [
    'a denied license category',
    { ...base, kind: 'license', packageName: 'a', license: 'GPL-3.0-only', category: 'strong-copyleft' },
    defaultPolicy,
    'policy',
    /category strong-copyleft/,
  ],
  [
    'a denied license',
    { ...base, kind: 'license', packageName: 'a', license: 'MIT', category: 'permissive' },
    defaultPolicy,
    'policy',
    /denies MIT/,
  ],
  [
    'a source that the policy rates',
    { ...base, kind: 'source', rule: 'git-source', message: 'm' },
    sources,
    'policy',
    /gives git-source/,
  ],
  [
    'another source',
    { ...base, kind: 'source', rule: 'url-source', message: 'm' },
    sources,
    'policy',
    /is high/,
  ],
])('the severity of %s is explained by its source', (_, finding, policy, source, detail) => {
  expect(explainSeverity(finding, policy)).toMatchObject({ source, detail: expect.stringMatching(detail) });
});

test('a secret in a sample is explained by the policy that lowers it', () => {
  const secret: Finding = {
    ...base,
    kind: 'secret',
    severity: 'low',
    rule: 'stripe-key',
    line: 1,
    column: 1,
    redacted: 's…',
  };
  expect(explainSeverity(secret, defaultPolicy, 'critical')).toMatchObject({ source: 'policy' });
  expect(explainSeverity(secret, defaultPolicy, 'low')).toMatchObject({ source: 'rule' });
});

test('a vulnerability that fails the policy because it is exploited says so', () => {
  const policy = { ...defaultPolicy, failOn: { knownExploited: true as const, epssAtLeast: 0.5 } };
  const known = vulnerability({ kev: { dateAdded: '2025-01-01' } });
  expect(explainSeverity(known, policy).failsAnyway).toMatch(/known to be exploited/);
  const likely = vulnerability({ epss: { score: 0.6, percentile: 0.9 } });
  expect(explainSeverity(likely, policy).failsAnyway).toMatch(/EPSS/);
  expect(explainSeverity(vulnerability(), policy)).not.toHaveProperty('failsAnyway');
});
