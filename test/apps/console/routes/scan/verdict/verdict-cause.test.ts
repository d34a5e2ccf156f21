import { describe, expect, test } from 'vitest';
import type { Finding } from '@scangate/client';
import { subjectNames } from '@scangate/console/messages/gate/coverage.ts';
import type { Explanation } from '@scangate/console/routes/scan/scan-data.ts';
import { causeOf, verdictCause } from '@scangate/console/routes/scan/verdict/verdict-cause.ts';

const projectUnitId = '0192c9a0-6c00-8000-8000-000000000003';
const common = {
  projectUnitId,
  fingerprint: '0'.repeat(32),
  severity: 'critical',
  file: 'package-lock.json',
} as const;

const vulnerability = {
  ...common,
  kind: 'vulnerability',
  title: 'Prototype pollution.',
  advisoryId: 'GHSA-xvch-5gv4-984h',
  aliases: [],
  packageName: 'minimist',
  version: '1.2.5',
  scope: 'required',
  direct: false,
  dependencyPath: [],
  fixedVersions: [],
  malicious: false,
  url: 'https://github.com/advisories/GHSA-xvch-5gv4-984h',
} satisfies Finding;

const secret = {
  ...common,
  kind: 'secret',
  title: 'Stripe key',
  rule: 'stripe-key',
  file: 'src/pay.js',
  line: 3,
  column: 1,
  redacted: 'sk_l…',
} satisfies Finding;

const license = {
  ...common,
  kind: 'license',
  title: 'GPL',
  packageName: 'left-pad',
  license: 'GPL-3.0-only',
  category: 'strong-copyleft',
} satisfies Finding;

type Reason = Explanation['reasons'][number];

const explained = (finding: Finding, more: Partial<Reason> = {}): Reason => ({
  reason: 'critical_vulnerabilities_found',
  severityThreshold: 'critical',
  total: 1,
  findings: [
    {
      finding,
      severity: { severity: 'critical', countsAs: 'critical', source: 'cvss', detail: 'It states CVSS 9.8.' },
      couldSuppress: [],
    },
  ],
  ...more,
});

const causedBy = (...reasons: Reason[]) => verdictCause({ reasons }, subjectNames);

describe('the cause of a verdict', () => {
  test('is the worst finding of the first reason, in a sentence with placeholders', () => {
    const { cause, severity, detail, also } = causedBy(explained(vulnerability));
    expect(cause).toEqual({
      message: '{package} has {advisory}: {title}.',
      slots: {
        package: { kind: 'code', value: 'minimist@1.2.5' },
        title: { kind: 'text', value: 'Prototype pollution' },
        advisory: { kind: 'link', value: 'GHSA-xvch-5gv4-984h', href: vulnerability.url },
      },
    });
    expect([severity, detail, also]).toEqual([
      'It is critical, and the gate fails there.',
      'It states CVSS 9.8.',
      [],
    ]);
  });

  test('says what else fails, counted, without the finding that it names', () => {
    const { also } = causedBy(
      explained(vulnerability, { total: 3 }),
      explained(secret, { reason: 'critical_secrets_found', total: 1 }),
    );
    expect(also).toEqual(['2 more critical vulnerabilities', '1 critical secret']);
  });

  test('says why a finding fails whatever its severity', () => {
    const reason = explained(vulnerability);
    const [first] = reason.findings;
    const severity = { ...first?.severity, countsAs: 'low', failsAnyway: 'It is known to be exploited.' };
    const changed = { ...reason, findings: [{ ...first, severity }] } as Reason;
    expect(causedBy(changed).detail).toBe('It is known to be exploited.');
    expect(causedBy(changed).severity).toBe('It is low; the gate fails at critical.');
  });

  test('is a malicious package, a secret at its line, or a license', () => {
    expect(causeOf({ ...vulnerability, malicious: true }).message).toBe('{package} is malicious: {title}.');
    expect(causeOf(secret).slots['place']).toEqual({
      kind: 'place',
      projectUnitId,
      file: 'src/pay.js',
      line: 3,
    });
    expect(causeOf(license).slots['license']).toEqual({ kind: 'code', value: 'GPL-3.0-only' });
  });

  test('is the failure of a unit by its code, and what was not assessed', () => {
    const failures = [{ errorCode: 'rate_limit' }];
    const failed = explained(secret, { reason: 'scan_failed', findings: [], failures });
    expect(causedBy(failed).cause?.slots['what']).toEqual({
      kind: 'text',
      value: 'The code host limits requests',
    });
    const coverage = [
      { projectUnitId, scanType: 'secrets' as const, status: 'unassessed' as const, assessed: 0, gaps: [] },
    ];
    const gap = explained(secret, { reason: 'coverage_incomplete', findings: [], coverage });
    expect(causedBy(gap).cause?.message).toBe(
      'The policy requires Secrets to be assessed, and not all of it was.',
    );
  });

  test('is empty for an explanation without reasons', () => {
    expect(causedBy().cause).toBeUndefined();
  });

  test('puts hostile texts into placeholders, never into the message', () => {
    const title = '<img src=x onerror=alert(1)> {package} \u202Egnp.';
    const { message, slots } = causeOf({ ...vulnerability, title, packageName: '{title}' });
    expect(message).toBe('{package} has {advisory}: {title}.');
    expect(slots['title']).toEqual({ kind: 'text', value: title.slice(0, -1) });
    expect(slots['package']).toEqual({ kind: 'code', value: '{title}@1.2.5' });
  });
});
