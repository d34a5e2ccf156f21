import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { markdownReport } from '@scangate/domain/reports/markdown';
import { markdownCode, markdownProse } from '@scangate/domain/reports/markdown-text';
import { safeHttpUrl } from '@scangate/domain/reports/safe-text';
import type { Finding } from '@scangate/engines/model/finding';
import { runs } from '#test/support/runs/samples.ts';
import {
  apiUnit,
  endedScan,
  findingsOfEachKind,
  hostileTexts,
  license,
  renderReport,
  type ReportArguments,
  rootUnit,
  findingsWithText,
  scanWithText,
  secret,
  suppressed,
  upgrade,
  vulnerability,
} from './ended-scan.ts';
import { anyCharacter } from '#test/support/any-character.ts';

/** Renderers that interpret as much as possible: all of HTML, and links from bare addresses. */
const markdownIt = new MarkdownIt({ html: true, linkify: true, typographer: false });
const renderers: [string, (text: string) => string][] = [
  ['marked', (text) => marked.parse(text, { async: false, gfm: true })],
  ['markdown-it', (text) => markdownIt.render(text)],
];

const ownTag =
  /^<\/?(?:h2|p|table|thead|tbody|tr|t[hd]|code|strong|details|summary|ul|li|sub|hr)>$|^<a href="https:\/\/example\.com\/[^"<>]*">$|^<\/a>$/;

/** The tags that are not from the report's own template. */
const foreignTags = (html: string): string[] =>
  (html.match(/<[^>]*>?/g) ?? []).filter((tag) => !ownTag.test(tag));

const rowsOf = (html: string): string[] => html.match(/<tr>[^]*?<\/tr>/g) ?? [];

const markdown = (...args: ReportArguments) => renderReport(markdownReport, ...args);

describe.each(renderers)('as %s renders it', (_name, render) => {
  const expectTextStays = (text: string): void => {
    const html = render(markdown([findingsWithText(text), findingsWithText(text)], scanWithText(text)));
    expect(foreignTags(html)).toEqual([]);
    expect(html.match(/<table>/g)).toHaveLength(3);
    // Each table has its head and its rows (2 of counts, 10 findings, 2 of advice), each with the right number of cells.
    const cells = rowsOf(html).map((row) => row.match(/<t[hd]>/g)?.length);
    expect(cells).toEqual([6, 6, 6, ...Array<number>(11).fill(5), 3, 3, 3]);
  };

  test.each(hostileTexts)('foreign text stays text: %j', (text) => expectTextStays(text));

  test('random text stays text', () => {
    const piece = fc.constantFrom(...hostileTexts, ...'`|\\[]()<>!*_~#&@:.-\n'.split(''), 'http://a.b', 'x');
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    const anything = fc.property(fc.oneof(text, fc.string({ unit: anyCharacter })), expectTextStays);
    expect(fc.check(anything, { numRuns: runs(100) }).counterexample).toBeNull();
  });

  test('prose and code show the text unchanged', () => {
    for (const text of ['Prototype Pollution in minimist', 'a `b c', 'x@1.2.3', '<b>', '* [ ] x', '1. x']) {
      for (const shown of [markdownProse(text), markdownCode(text)]) {
        const plain = render(`| a |\n| --- |\n| ${shown} |`)
          .replace(/^[^]*<td>/, '')
          .replace(/<[^>]*>|\n/g, '')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>');
        expect(plain).toBe(text);
      }
    }
  });

  test('a code span of the text stays one', () => {
    expect(render(markdownProse('Allow it with `scangate:allow a_b` here.')).trim()).toBe(
      '<p>Allow it with <code>scangate:allow a_b</code> here.</p>',
    );
  });
});

test('a report begins with the verdict, and shows counts, threshold and remedies', () => {
  const text = markdown([findingsOfEachKind]);
  expect(text).toMatch(/^## Scangate: ❌ FAIL\n/);
  expect(text).toContain('| Vulnerabilities | 1 | 0 | 1 | 0 | 0 |');
  expect(text).toContain('Licenses: 1 not compliant, 1 unknown, 5 compliant.');
  expect(text).toContain('**critical**');
  expect(text).toContain(
    `[\`GHSA-xvch-5gv4-984h\`](${vulnerability.url}) (\`CVE-2021-44906\`) Prototype Pollution in minimist | \`minimist@1.2.5\` | \`package-lock.json\` |`,
  );
});

test('findings that fail the gate come first, then the most severe, suppressed ones last', () => {
  const text = markdown([
    [suppressed(vulnerability), secret],
    [{ ...secret, rule: 'x-rule', severity: 'low' }, license],
  ]);
  const at = (part: string) => text.indexOf(part);
  expect(at('GPL')).toBeLessThan(at('generic-password'));
  expect(at('generic-password')).toBeLessThan(at('x-rule'));
  expect(at('x-rule')).toBeLessThan(at('GHSA'));
  expect(text).toContain('critical, suppressed');
});

test('a report fits a comment of a code host and says how many findings it leaves out', () => {
  const long = '`'.repeat(3000);
  const findings: Finding[] = Array.from({ length: 3000 }, (_, n) => ({
    ...vulnerability,
    fingerprint: String(n),
    title: long,
    file: long,
    packageName: long,
    fixedVersions: [long],
    url: `https://example.com/${'x'.repeat(400)}`,
  }));
  const advice = Array.from({ length: 100 }, () => ({ ...upgrade, upgradeTo: long, packageName: long }));
  const text = markdown([findings, [...findings, ...advice]], scanWithText(long));
  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/… and \d+ more: see the findings of the scan/);
});

test('advice is in a separate table, and the same gap of several units is one line', () => {
  const text = markdown([[upgrade]]);
  expect(text).toContain('Nothing was found in what was assessed.');
  expect(text).toContain(
    '| `minimist@1.2.5` | Upgrade to `1.2.6`. It clears GHSA-xvch-5gv4-984h. | `package-lock.json` |',
  );
  const gap = { scanType: 'sast', status: 'unassessed', assessed: 0, gaps: [{ reason: 'not yet' }] } as const;
  const coverage = [rootUnit, apiUnit].map(({ projectUnitId }) => ({
    ...gap,
    gaps: [...gap.gaps],
    projectUnitId,
  }));
  expect(markdown([], { verdict: { ...endedScan().verdict, coverage } })).toContain(
    '- sast (unassessed) of `.` and 1 more: not yet\n',
  );
});

test('an exploited vulnerability is marked, and comes first among equals', () => {
  const kev = { dateAdded: '2026-01-02' };
  const text = markdown([
    [
      { ...vulnerability, fingerprint: '0', advisoryId: 'A-1' },
      { ...vulnerability, kev },
    ],
  ]);
  expect(text).toContain('**critical, exploited**');
  expect(text.indexOf('GHSA-xvch')).toBeLessThan(text.indexOf('A-1'));
});

test('a report names what was not assessed, and does not claim that a failed scan found nothing', () => {
  const text = markdown([]);
  expect(text).toContain('Nothing was found in what was assessed.');
  expect(text).toContain(
    '- sca (partial) of `services/api`: no version is pinned: `requirements.txt` (2 times)',
  );
  const failed = markdown([], { status: 'failed', error: 'gone', units: [{ ...apiUnit, status: 'failed' }] });
  expect(failed).not.toContain('Nothing was found');
  expect(failed).toContain('gone');
});

test.each([
  ['https://example.com/a?b=1&c#d', 'https://example.com/a?b=1&c#d'],
  ['https://example.com/a) "x" [y](<z>|', 'https://example.com/a%29%20%22x%22%20%5by%5d%28%3Cz%3E%7c'],
  ['https://example.com/%zz#a#b', 'https://example.com/%25zz#a%23b'],
  ['javascript:alert(1)', undefined],
  ['https://user:password@example.com/', undefined],
  ['//example.com', undefined],
  ['file:///etc/passwd', undefined],
])('the URL %s is shown as %s', (given, shown) => {
  expect(safeHttpUrl(given)).toBe(shown);
});

test('a vulnerability says beside its fix how the code uses the package', () => {
  const usage = { imported: true, places: [{ file: 'src/a.ts', line: 3 }] };
  const used = markdown([[{ ...vulnerability, usage }]]);
  expect(used).toContain('Imported by this code at');
  expect(used).toContain('a.ts:3');
  const unused = markdown([[{ ...vulnerability, usage: { imported: false, places: [] } }]]);
  expect(unused).toContain('Not imported by this code.');
});

test('within one severity, used packages come before those not imported, which say why they do not count', () => {
  const unused = {
    ...vulnerability,
    fingerprint: 'a',
    title: 'Unused',
    usage: { imported: false, places: [] },
  };
  const used = {
    ...vulnerability,
    fingerprint: 'b',
    title: 'Used',
    usage: { imported: true, places: [{ file: 'src/a.ts', line: 3 }] },
  };
  const text = markdown([[unused, used]]);
  expect(text.indexOf('Used')).toBeLessThan(text.indexOf('Unused'));
  const ignored = { ...unused, suppressed: { by: 'policy' as const, reason: 'not imported by this code' } };
  expect(markdown([[ignored, used]])).toContain('suppressed by policy: not imported by this code');
});
