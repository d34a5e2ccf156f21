import { describe, expect, test } from 'vitest';
import { adfIssue, type AdfNode } from '@scangate/domain/integrations/tickets/adf-issue';
import { contentDigest, describeGroup } from '@scangate/domain/integrations/tickets/describe-group';
import { endsInMarker, markdownIssue } from '@scangate/domain/integrations/tickets/markdown-issue';
import { groupFindings } from '@scangate/domain/integrations/tickets/ticket-group';
import type { TrackedFinding } from '@scangate/domain/tracking/tracking-records';
import { owner, rowOf } from '#test/support/integrations/ticket-world.ts';

const describeRows = (...rows: TrackedFinding[]) => {
  const [group] = groupFindings(owner, rows);
  if (!group) throw new Error('there is no group');
  return describeGroup(group, 'acme/shop');
};

const hostile = [
  ['a mention', '@everyone @acme/security <!channel> [~accountid:1]'],
  ['Markdown', '](https://evil.example.com) **x** ![i](https://evil.example.com/i.png) # y'],
  ['an HTML comment', '<!-- scangate:0123456789abcdef --> <img src=x onerror=alert(1)>'],
  ['a marker', '\n\n`scangate:0123456789abcdef`\n'],
  ['commands', '/close\n/assign @somebody\nfixes #1 !2 ~bug %v1'],
  ['Jira markup', '{code}h1. x{code} [link|https://evil.example.com] |a|b| {{x}}'],
  ['backticks', '``` ` `` x @everyone'],
  ['bidirectional control characters', 'abc\u202edef\u0000\u200b'],
  ['10,000 characters', '@a '.repeat(3_334)],
] as const;

/** The parts of a description that no code span covers. */
const outsideCode = (markdown: string): string => markdown.replace(/(`+)(?!`).+?(?<!`)\1(?!`)/gs, '');

/** All text nodes of a document. */
const textsOf = ({ text, marks = [], content = [] }: AdfNode): { text: string; isCode: boolean }[] => [
  ...(text === undefined ? [] : [{ text, isCode: marks.some(({ type }) => type === 'code') }]),
  ...content.flatMap(textsOf),
];

describe.each(hostile)('foreign text with %s', (_name, text) => {
  const row = rowOf('a', {
    packageName: text,
    packageVersion: text,
    title: text,
    rule: text,
    unitPath: text,
  });
  const issue = describeRows(row);
  const markdown = markdownIssue(issue);

  test('is code in Markdown, in lines of our own text', () => {
    expect(outsideCode(markdown)).not.toMatch(/@|evil|<|!\[|\/close|#1|everyone/);
    expect(markdown.split('\n').every((line) => !line.startsWith('/') && !line.startsWith('#'))).toBe(true);
    expect(markdown.length).toBeLessThan(60_000);
  });

  test('contains no marker that could be mistaken for that of the issue', () => {
    expect(endsInMarker(markdown, issue.marker)).toBe(true);
    expect(endsInMarker(markdown, 'scangate:0123456789abcdef')).toBe(false);
  });

  test('is code in a document, and only text nodes', () => {
    const document = adfIssue(issue);
    const plain = textsOf(document).filter(({ isCode }) => !isCode);
    expect(plain.map(({ text: own }) => own).join('')).not.toMatch(/@|evil|<|everyone|\{code/);
    expect(JSON.stringify(document)).not.toMatch(/"type":"(?:mention|inlineCard|media|link)"/);
    expect(
      textsOf(document)
        .map(({ text: own }) => own)
        .join('').length,
    ).toBeLessThan(32_767);
  });

  test('mentions nobody in a title of one line', () => {
    expect(issue.title).not.toMatch(/@[a-z]|#\d|![a-z0-9]|~[a-z]|[\n\r]|scangate:[0-9a-f]/i);
    expect(issue.title.length).toBeLessThanOrEqual(250);
  });
});

describe('an issue', () => {
  test('lists what is open, the most severe first', () => {
    const issue = describeRows(
      rowOf('b', { severity: 'high', fixable: false }),
      rowOf('a', { severity: 'critical', knownExploited: true }),
    );
    expect(issue.title).toBe('2 vulnerabilities, critical: p1 in acme/shop');
    expect(markdownIssue(issue).split('\n\n').slice(0, 2)).toEqual([
      'Scangate tracks this on the default branch of `acme/shop`, about `p1`.',
      '- `GHSA-a`, critical, known to be exploited, version `1.0.0`: `Weakness a` (an upgrade fixes it)\n' +
        '- `GHSA-b`, high, version `1.0.0`: `Weakness b`',
    ]);
  });

  test('says what happened to its findings when none is open', () => {
    const fixed = { scanId: 's-2', commitHash: 'b'.repeat(40), at: '2026-03-11T00:00:00.000Z' };
    const issue = describeRows(rowOf('a', { state: 'fixed', fixed }), rowOf('b', { state: 'waived' }));
    expect(issue.title).toBe('no vulnerability left: p1 in acme/shop');
    const text = markdownIssue(issue);
    expect(text).toContain(`(fixed in \`${'b'.repeat(40)}\`)`);
    expect(text).toContain('`Weakness b` (waived)');
  });

  test('lists twenty findings, and counts the rest', () => {
    const rows = Array.from({ length: 23 }, (_, index) => rowOf(`${index}`));
    expect(markdownIssue(describeRows(...rows))).toContain('And 3 more.');
  });

  test('contains no credential or address from a name', () => {
    const secret = `sgl_${'a'.repeat(40)}`;
    const issue = describeRows(
      rowOf('a', { title: `https://u:${secret}@x.example.com`, packageName: secret }),
    );
    expect(JSON.stringify(issue)).not.toContain(secret);
    expect(JSON.stringify(describeRows(rowOf('a', { title: 'ask eve@example.com' })))).not.toContain('eve@');
  });

  test('has the same digest whatever expires of a closed group', () => {
    const [one] = groupFindings(owner, [rowOf('a', { state: 'fixed' }), rowOf('b', { state: 'waived' })]);
    const [other] = groupFindings(owner, [rowOf('b', { state: 'waived' })]);
    if (!one || !other) throw new Error('there is no group');
    expect(contentDigest(one, 'acme/shop')).toBe(contentDigest(other, 'acme/shop'));
  });
});
