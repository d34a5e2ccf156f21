import { describe, expect, test } from 'vitest';
import { waysToSuppress } from '@scangate/domain/explanation/suppression-ways';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { Finding, SecretFinding } from '@scangate/engines/model/finding';
import type { WaiverMatch } from '@scangate/engines/model/gate/waiver';
import { coveringEntry, parseIgnoreFile } from '@scangate/engines/suppression/ignore-file';
import { fromRoot } from '@scangate/engines/suppression/suppress';
import { applyWaivers } from '@scangate/engines/waivers/match-waiver';

const secretIn = (file: string): SecretFinding => ({
  kind: 'secret',
  fingerprint: 'f'.repeat(32),
  severity: 'critical',
  title: 't',
  rule: 'private-key',
  file,
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 2,
  redacted: '…',
  contextHash: 'c',
});
const textOf = (finding: Finding, unitPath: string, way: string): string =>
  waysToSuppress(finding, defaultPolicy, unitPath).find((each) => each.way === way)?.text ?? '';

const covers = (match: WaiverMatch, finding: Finding, path: string): boolean => {
  const waiver = { waiverId: 'w', match, scope: {}, reason: 'r', approvedBy: 'p', expiresAt: '2027' };
  const unit = { projectUnitId: 'u', path };
  const [judged] = applyWaivers([finding], { unit, waivers: [waiver], judgedAt: '2026' });
  return judged?.waived !== undefined;
};

describe.each([
  ['', 'key.pem'],
  ['services/pricing', 'src/key.pem'],
  ['services/pricing', 'key.pem'],
  ['a b', 'my key #1.pem'],
  ['', 'src/[id]/key.js'],
  ['schlüssel', 'übung.pem'],
])('in the unit "%s", the suggestion for %s', (unitPath, file) => {
  const finding = secretIn(file);
  const match = JSON.parse(textOf(finding, unitPath, 'waiver')) as WaiverMatch;

  test('covers the finding when it is waived', () => {
    expect(covers(match, finding, unitPath)).toBe(true);
  });

  test('covers no file of that name elsewhere', () => {
    const elsewhere = { ...secretIn(`other/${file}`), fingerprint: '0'.repeat(32) };
    expect(covers(match, elsewhere, unitPath)).toBe(false);
    expect(covers(match, { ...finding, fingerprint: '0'.repeat(32) }, 'other')).toBe(false);
  });

  test('covers the finding as a line of the ignore file at the root', () => {
    const { entries } = parseIgnoreFile(Buffer.from(textOf(finding, unitPath, 'ignore_file')));
    const covering = coveringEntry(entries, finding, fromRoot(unitPath, file));
    expect(covering?.text).toMatch(/^secrets:private-key \//);
    expect(coveringEntry(entries, finding, fromRoot('other', file))).toBeUndefined();
  });
});

test('a path that is too long for a line or a pattern is waived by the finding', () => {
  const finding = secretIn(`${'deep/'.repeat(120)}key.pem`);
  expect(textOf(finding, '', 'ignore_file')).toBe('');
  expect(textOf(finding, '', 'waiver')).toBe(JSON.stringify({ fingerprint: finding.fingerprint }));
});

test('a license whose name no waiver can have is waived by the finding', () => {
  const license: Finding = {
    kind: 'license',
    fingerprint: 'f'.repeat(32),
    severity: 'high',
    title: 't',
    packageName: 'a',
    license: 'Lizenz für alle',
    category: 'unknown',
    file: 'package-lock.json',
  };
  expect(textOf(license, '', 'waiver')).toBe(JSON.stringify({ fingerprint: license.fingerprint }));
  expect(textOf({ ...license, license: 'GPL-3.0-only' }, '', 'waiver')).toBe('{"license":"GPL-3.0-only"}');
});
