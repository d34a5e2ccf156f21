import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '#test/support/any-character.ts';
import { findingsWithText, hostileTexts, scanWithText, vulnerability } from '../ended-scan.ts';
import { dependencyScanning, sast, secretDetection } from './gitlab-reports.ts';

const reports = [dependencyScanning, sast, secretDetection];

const holdsFor = (text: string): boolean =>
  reports.every(
    (report) =>
      report([findingsWithText(text), findingsWithText(text)], scanWithText(text)).vulnerabilities.length > 0,
  );

test.each(hostileTexts)('the format is valid for %j', (text) => {
  expect(holdsFor(text)).toBe(true);
});

test('the format is valid for random text', () => {
  const anything = fc.property(fc.string({ unit: anyCharacter }), holdsFor);
  expect(fc.check(anything, { numRuns: 40 }).counterexample).toBeNull();
});

test('texts of a repository are not markup in the description and the solution', () => {
  const text = '[click](https://evil.example.com) <img src=x> @everyone';
  const [found] = dependencyScanning([
    [{ ...vulnerability, title: text, packageName: text, fixedVersions: [text] }],
  ]).vulnerabilities;
  for (const shown of [found?.description, found?.solution]) {
    expect(shown).toContain('`@everyone');
    expect(shown?.replaceAll(/`[^`]*`/g, '')).not.toMatch(/[<@[]|https:/);
  }
});

test('a long text is cut to the limits of the format', () => {
  const text = 'x'.repeat(20_000);
  expect(holdsFor(text)).toBe(true);
});

test('a path that leads out of the repository stays inside', () => {
  const [found] = dependencyScanning([[{ ...vulnerability, file: '../../etc/./passwd' }]]).vulnerabilities;
  expect(found?.location.file).toBe('etc/passwd');
});
