import { describe, expect, test } from 'vitest';
import type { VulnerabilityFinding } from '@scangate/engines/model/finding';
import { defaultPolicy, type GatePolicy } from '@scangate/engines/model/gate/policy';
import { ignoreVulnerabilities } from '@scangate/engines/suppression/ignore-vulnerabilities';

const found = (fields: Partial<VulnerabilityFinding> = {}): VulnerabilityFinding => ({
  kind: 'vulnerability',
  fingerprint: '0'.repeat(32),
  severity: 'high',
  title: 't',
  advisoryId: 'GHSA-aaaa-bbbb-cccc',
  aliases: [],
  packageName: 'lodash',
  version: '4.17.20',
  scope: 'required',
  direct: true,
  dependencyPath: ['lodash@4.17.20'],
  fixedVersions: [],
  malicious: false,
  published: '2026-03-01T00:00:00.000Z',
  file: 'package-lock.json',
  url: 'https://example.com',
  ...fields,
});

const judge = (fields: Partial<VulnerabilityFinding>, policy: Partial<GatePolicy>, judgedAt: string) =>
  ignoreVulnerabilities([found(fields)], { policy: { ...defaultPolicy, ...policy }, judgedAt })[0];

const unfixable = { ignore: { unfixable: { untilDays: 10 } } };
const early = '2026-03-10T23:59:59.999Z';
const late = '2026-03-11T00:00:00.000Z';

describe('a vulnerability without a known fix', () => {
  test('counts by default', () => {
    expect(judge({}, {}, early)).toEqual(found());
  });

  test('is ignored until its day, and counts from that instant on', () => {
    expect(judge({}, unfixable, early)?.suppressed).toEqual({
      by: 'policy',
      reason: 'no known fix; it counts from 2026-03-11T00:00:00.000Z on',
    });
    expect(judge({}, unfixable, late)).toEqual(found());
  });

  test.each<[string, Partial<VulnerabilityFinding>]>([
    ['has a fix', { fixedVersions: ['4.17.21'] }],
    ['has no known publication date', { published: undefined as never }],
    ['has an invalid publication date', { published: 'soon' }],
    ['is in a malicious package', { malicious: true, severity: 'critical' }],
  ])('counts when it %s', (_name, fields) => {
    expect(judge(fields, unfixable, early)).toEqual(found(fields));
  });

  test('counts when the policy fails it because it is exploited', () => {
    const policy = { ...unfixable, failOn: { knownExploited: true as const } };
    expect(judge({ kev: { dateAdded: '2026-03-02' } }, policy, early)?.suppressed).toBeUndefined();
  });
});

test('a vulnerability in a development dependency is ignored if the policy says so', () => {
  const policy = { ignore: { developmentDependencies: true as const } };
  expect(judge({ scope: 'dev' }, policy, early)?.suppressed).toEqual({
    by: 'policy',
    reason: 'development dependency',
  });
  expect(judge({ scope: 'dev' }, {}, early)).toEqual(found({ scope: 'dev' }));
  expect(judge({ scope: 'optional' }, policy, early)).toEqual(found({ scope: 'optional' }));
});

test('a malicious package counts as critical, even in development dependencies', () => {
  const policy = { ignore: { developmentDependencies: true as const } };
  const fields = { malicious: true, severity: 'unknown', scope: 'dev' } as const;
  expect(judge(fields, policy, early)).toEqual(found({ ...fields, severity: 'critical' }));
});

describe('a vulnerability in a package that the code does not import', () => {
  const unused = { ignore: { unused: true } } as const;
  const notImported = { usage: { imported: false, places: [] } };

  test('counts by default, and is ignored if the policy says so, with the reason', () => {
    expect(judge(notImported, {}, early)?.suppressed).toBeUndefined();
    expect(judge(notImported, unused, early)?.suppressed).toEqual({
      by: 'policy',
      reason: 'not imported by this code',
    });
  });

  test('counts if that is unknown, if it is imported, when it is malicious and when it fails the gate anyway', () => {
    expect(judge({}, unused, early)?.suppressed).toBeUndefined();
    const imported = { usage: { imported: true, symbols: [], places: [] } };
    expect(judge(imported, unused, early)?.suppressed).toBeUndefined();
    expect(judge({ ...notImported, malicious: true }, unused, early)?.suppressed).toBeUndefined();
    const kev = { ...notImported, kev: { dateAdded: '2026-01-01' } };
    const failOn = { failOn: { knownExploited: true }, ...unused } as const;
    expect(judge(kev, failOn, early)?.suppressed).toBeUndefined();
  });
});
