import { describe, expect, test } from 'vitest';
import { htmlReport } from '@scangate/domain/reports/html/html';
import type { Finding } from '@scangate/engines/model/finding';
import {
  code,
  findingsOfEachKind,
  findingsWithText,
  hostileTexts,
  renderReport,
  scanWithText,
  suppressed,
  vulnerability,
} from '../ended-scan.ts';

const page = (...args: Parameters<typeof renderReport> extends [unknown, ...infer R] ? R : never) =>
  renderReport(htmlReport, ...args);

/** The tags that the report writes itself. */
const ownTag =
  /<\/?(?:html|head|title|style|body|main|section|h[12]|p|strong|code|table|thead|tbody|tr|th|td|ul|li)(?: class="failing")?>|<!doctype html>|<html lang="en">|<meta [^<>]*>/g;

describe('a page', () => {
  test('shows verdict, counts, findings, advice, gaps and digests', () => {
    const text = page([findingsOfEachKind, []]);
    expect(text).toContain('<h1>Scangate: FAIL</h1>');
    expect(text).toContain('1 not compliant, 1 unknown, 5 compliant');
    for (const finding of ['GHSA-xvch-5gv4-984h', 'CVE-2021-44906', 'src/a b.js:3', 'js/reflected-xss'])
      expect(text).toContain(finding);
    expect(text).toContain('Upgrade to 1.2.6');
    expect(text).toContain('no version is pinned (2 times)');
    expect(text).toContain('sha256:4');
  });

  test('says that nothing in it is signed', () => {
    expect(page([[], []])).toContain('This page is informational and not signed.');
  });

  test('says why a finding does not count', () => {
    expect(page([[suppressed(vulnerability)], []])).toContain('suppressed by scangate:allow: a test key');
  });

  test('is the same for the same scan', () => {
    expect(page([findingsOfEachKind, []])).toBe(page([findingsOfEachKind, []]));
  });

  test('forbids everything but its own style', () => {
    const text = page([findingsOfEachKind, []]);
    expect(text).toContain(`content="default-src 'none'; style-src 'sha256-`);
    expect(text).not.toMatch(/<script|<link|<img|<a |href=|src=/);
  });
});

describe('hostile text', () => {
  test.each(hostileTexts)('%j stays text', (text) => {
    const shown = page([findingsWithText(text), findingsWithText(text)], scanWithText(text));
    expect(shown.replaceAll(ownTag, '')).not.toMatch(/[<>]/);
  });
});

describe('the size', () => {
  const many = (finding: Finding, count: number): Finding[] =>
    Array.from({ length: count }, (_, index) => ({
      ...finding,
      fingerprint: index.toString(16).padStart(32, '0'),
    }));

  test('includes all of 2,000 findings', () => {
    const text = page([many(vulnerability, 2000), []]);
    expect(text.match(/<tr class="failing">/g)).toHaveLength(2000);
    expect(text).not.toContain(' more: see the files beside this page.');
    expect(Buffer.byteLength(text)).toBeLessThan(2_000_000);
  });

  test('shows the worst 2,000 of more, and counts the rest', () => {
    const text = page([[...many(code, 3000), ...many(vulnerability, 2000)], []]);
    expect(text.match(/<tr class="failing">/g)).toHaveLength(2000);
    expect(text).toContain('… and 3000 more: see the files beside this page.');
  });

  test('stays below 2 MB when every character is escaped', () => {
    const text = '"'.repeat(5_000);
    const gaps = Array.from({ length: 500 }, (_, index) => ({ reason: `${index}${text}`, file: text }));
    const { verdict = undefined } = scanWithText(text);
    const coverage = verdict?.coverage.map((entry) => ({ ...entry, gaps })) ?? [];
    const findings = findingsWithText(text).flatMap((finding) => many(finding, 500));
    const changes = { ...scanWithText(text), ...(verdict && { verdict: { ...verdict, coverage } }) };
    expect(Buffer.byteLength(page([findings, findings], changes))).toBeLessThan(2_000_000);
  });
});
