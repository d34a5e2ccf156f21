import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { anyCharacter } from '#test/support/any-character.ts';
import {
  code,
  findingsOfEachKind,
  findingsWithText,
  hostileTexts,
  license,
  renderReport,
  scanWithText,
  secret,
  suppressed,
  upgrade,
  vulnerability,
} from '../ended-scan.ts';
import { codeQualityReport } from '@scangate/domain/reports/gitlab/code-quality';
import { codeQuality } from './gitlab-reports.ts';

test('findings of every kind are issues at their place in the repository', () => {
  const issues = codeQuality([[], findingsOfEachKind]);
  expect(issues).toHaveLength(findingsOfEachKind.length);
  expect(issues.find(({ check_name }) => check_name === secret.rule)).toMatchObject({
    severity: 'critical',
    location: { path: 'services/api/src/a b.js', lines: { begin: 3 } },
  });
});

test('a dependency is at its line of the lockfile', () => {
  for (const finding of [vulnerability, license, upgrade])
    expect(codeQuality([[{ ...finding, line: 42 }]])).toMatchObject([
      { location: { path: 'package-lock.json', lines: { begin: 42 } } },
    ]);
});

test('without findings the list is empty', () => {
  expect(codeQuality([[], []])).toEqual([]);
});

test.each([
  ['critical', 'blocker'],
  ['high', 'critical'],
  ['medium', 'major'],
  ['low', 'minor'],
] as const)('%s is %s', (severity, expected) => {
  expect(codeQuality([[{ ...vulnerability, severity }]])).toMatchObject([{ severity: expected }]);
});

test('an unknown severity counts as the policy says; advice and findings for auditors are information', () => {
  const unknown = { ...vulnerability, severity: 'unknown' } as const;
  const policy = { ...defaultPolicy, unknownSeverityAs: 'high' } as const;
  expect(codeQuality([[unknown]], { policy })).toMatchObject([{ severity: 'critical' }]);
  const audited = { ...code, confidence: 'low' } as const;
  expect(codeQuality([[upgrade, audited]])).toMatchObject([{ severity: 'info' }, { severity: 'info' }]);
});

test('what is suppressed or waived is left out', () => {
  expect(codeQuality([[suppressed(vulnerability), suppressed(secret)]])).toEqual([]);
});

describe('fingerprints', () => {
  const fingerprints = (...args: Parameters<typeof codeQuality>) =>
    codeQuality(...args).map(({ fingerprint }) => fingerprint);

  test('are the same in the next run, wherever the code moves', () => {
    const moved = { ...code, line: 120, flow: [] };
    expect(fingerprints([[code]])).toEqual(fingerprints([[moved]]));
    expect(renderReport(codeQualityReport, [findingsOfEachKind])).toBe(
      renderReport(codeQualityReport, [findingsOfEachKind]),
    );
  });

  test('of equal findings differ', () => {
    const all = fingerprints([[secret, secret], [secret]]);
    expect(new Set(all).size).toBe(3);
    expect(all[0]).toBe(secret.fingerprint);
  });
});

describe('the format is valid for', () => {
  const all = (text: string) =>
    codeQuality([findingsWithText(text), findingsWithText(text)], scanWithText(text));

  test.each(hostileTexts)('%j', (text) => {
    // A branch of the sample is suppressed, and the unit below the hostile path failed.
    expect(all(text).length).toBeGreaterThan(5);
    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    expect(JSON.stringify(all(text))).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202e\u2028]/);
  });

  test('random text', () => {
    const anything = fc.property(fc.string({ unit: anyCharacter }), (text) => all(text).length > 0);
    expect(fc.check(anything, { numRuns: 50 }).counterexample).toBeNull();
  });
});
