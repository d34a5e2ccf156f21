import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Finding } from '@scangate/engines/model/finding';
import type { ActiveWaiver, WaiverMatch, WaiverScope } from '@scangate/engines/model/gate/waiver';
import { applyWaivers } from '@scangate/engines/waivers/match-waiver';

const judgedAt = '2026-03-10T12:00:00.000Z';
const tomorrow = '2026-03-11T12:00:00.000Z';
const unit = { projectUnitId: 'unit-1', path: 'web' };

const vulnerability = (fields: Partial<Extract<Finding, { kind: 'vulnerability' }>> = {}): Finding => ({
  kind: 'vulnerability',
  fingerprint: '0'.repeat(32),
  severity: 'critical',
  title: 't',
  advisoryId: 'GHSA-aaaa-bbbb-cccc',
  aliases: ['CVE-2024-1'],
  purl: 'pkg:npm/lodash@4.17.20',
  packageName: 'lodash',
  version: '4.17.20',
  scope: 'required',
  direct: true,
  dependencyPath: ['lodash@4.17.20'],
  fixedVersions: [],
  malicious: false,
  file: 'package-lock.json',
  url: 'https://example.com',
  ...fields,
});
const secret = (fields: Partial<Extract<Finding, { kind: 'secret' }>> = {}): Finding => ({
  kind: 'secret',
  fingerprint: '1'.repeat(32),
  severity: 'critical',
  title: 't',
  rule: 'private-key',
  file: 'src/key.pem',
  line: 1,
  column: 1,
  redacted: '…',
  ...fields,
});
const license: Finding = {
  kind: 'license',
  fingerprint: '2'.repeat(32),
  severity: 'high',
  title: 't',
  purl: 'pkg:npm/copied@1.0.0',
  packageName: 'copied',
  version: '1.0.0',
  license: 'GPL-3.0-only',
  category: 'strong-copyleft',
  file: 'package-lock.json',
};

const waiver = (match: WaiverMatch, more: Partial<ActiveWaiver> = {}): ActiveWaiver => ({
  waiverId: 'w-1',
  match,
  scope: {},
  reason: 'not reachable',
  approvedBy: 'p-1',
  expiresAt: tomorrow,
  ...more,
});

const isWaived = (finding: Finding, one: ActiveWaiver, neverWaive: string[] = []): boolean =>
  applyWaivers([finding], { unit, waivers: [one], neverWaive, judgedAt })[0]?.waived !== undefined;

test('a waived finding names waiver, reason, approver and expiry, and stays in the list', () => {
  const one = waiver({ advisory: 'CVE-2024-1' });
  expect(applyWaivers([vulnerability(), secret()], { unit, waivers: [one], judgedAt })).toEqual([
    {
      ...vulnerability(),
      waived: { waiverId: 'w-1', reason: 'not reachable', approvedBy: 'p-1', expiresAt: tomorrow },
    },
    secret(),
  ]);
});

describe('a match covers', () => {
  const cases: [string, Finding, WaiverMatch, boolean][] = [
    ['an advisory by its id', vulnerability(), { advisory: 'GHSA-aaaa-bbbb-cccc' }, true],
    ['an advisory by an alias in other case', vulnerability(), { advisory: 'cve-2024-1' }, true],
    ['no other advisory', vulnerability(), { advisory: 'CVE-2024-10' }, false],
    [
      'an advisory in the named package',
      vulnerability(),
      { advisory: 'CVE-2024-1', package: 'pkg:npm/lodash' },
      true,
    ],
    ['no other package', vulnerability(), { advisory: 'CVE-2024-1', package: 'pkg:npm/other' }, false],
    ['all vulnerabilities of a package', vulnerability(), { package: 'pkg:npm/lodash' }, true],
    ['the license of a package', license, { package: 'pkg:npm/copied' }, true],
    [
      'no finding without a package URL',
      vulnerability({ purl: undefined as never }),
      { package: 'pkg:npm/lodash' },
      false,
    ],
    ['a rule', secret(), { rule: 'private-key' }, true],
    [
      'a rule below a path from the root of the repository',
      secret(),
      { rule: 'private-key', path: '/web/src/' },
      true,
    ],
    ['no rule elsewhere', secret(), { rule: 'private-key', path: '/src/' }, false],
    ['no other rule', secret(), { rule: 'private' }, false],
    ['a license in any spelling', license, { license: 'gpl-3.0-only' }, true],
    [
      'a license of the named package',
      license,
      { license: 'GPL-3.0-only', package: 'pkg:npm/copied@1.0.0' },
      true,
    ],
    [
      'no license of another package',
      license,
      { license: 'GPL-3.0-only', package: 'pkg:npm/copied@2.0.0' },
      false,
    ],
    ['no other license', license, { license: 'GPL-2.0-only' }, false],
    ['a fingerprint', secret(), { fingerprint: '1'.repeat(32) }, true],
    ['no other fingerprint', secret(), { fingerprint: '3'.repeat(32) }, false],
  ];
  test.each(cases)('%s', (_name, finding, match, expected) => {
    expect(isWaived(finding, waiver(match))).toBe(expected);
  });
});

test.each<[string, WaiverScope, boolean]>([
  ['organization', {}, true],
  ['this unit', { projectUnitId: 'unit-1' }, true],
  ['another unit', { projectUnitId: 'unit-2' }, false],
])('a waiver of the scope %s', (_name, scope, expected) => {
  expect(isWaived(secret(), waiver({ rule: 'private-key' }, { scope }))).toBe(expected);
});

test('an expired waiver counts from that second on', () => {
  const expiring = (expiresAt: string) => waiver({ rule: 'private-key' }, { expiresAt });
  expect(isWaived(secret(), expiring(judgedAt))).toBe(false);
  expect(isWaived(secret(), expiring('2026-03-10T12:00:00.001Z'))).toBe(true);
  expect(isWaived(secret(), expiring('2026-03-10T11:59:59.999Z'))).toBe(false);
});

test('no waiver of any kind covers a rule that cannot be waived', () => {
  for (const match of [{ rule: 'private-key' }, { fingerprint: '1'.repeat(32) }])
    expect(isWaived(secret(), waiver(match), ['private-key'])).toBe(false);
});

test('of several waivers the one that expires last applies, in any order', () => {
  const ids = ['w-1', 'w-2', 'w-3'];
  const expiries = [tomorrow, '2026-03-12T12:00:00.000Z', tomorrow];
  const all = ids.map((waiverId, index) =>
    waiver({ rule: 'private-key' }, { waiverId, expiresAt: expiries[index] ?? tomorrow }),
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: 3 }), (waivers) => {
      const [first] = applyWaivers([secret()], { unit, waivers, judgedAt });
      expect(first?.waived?.waiverId).toBe('w-2');
    }),
  );
});
