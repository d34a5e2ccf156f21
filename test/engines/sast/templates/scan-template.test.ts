import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { templateRules } from '@scangate/engines/sast/templates/scan-template';
import { scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

describe.each(templateRules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('finds each positive case once, with the confidence of the rule', () => {
    expect(rule.positives.length).toBeGreaterThan(0);
    for (const [file, text] of rule.positives) {
      const found = weaknessesIn({ [file]: text }).filter((finding) => finding.rule === id);
      expect({ file, text, found: found.length }).toEqual({ file, text, found: 1 });
      const { cwe, message, confidence } = rule;
      expect(found[0]).toMatchObject({ cwe, message, ...(confidence && { confidence }) });
      if (!confidence) expect(found[0]).not.toHaveProperty('confidence');
    }
  });

  test('reports none of the negative cases', () => {
    expect(rule.negatives.length).toBeGreaterThan(0);
    for (const [file, text] of rule.negatives) {
      const found = weaknessesIn({ [file]: text }).filter((finding) => finding.rule === id);
      expect({ file, text, found: found.length }).toEqual({ file, text, found: 0 });
    }
  });
});

test('a finding is located where its tag begins', () => {
  const [finding] = weaknessesIn({ 'views/a.ejs': '<ul>\n  <li><%- name %></li>\n</ul>\n' });
  expect(finding).toMatchObject({ file: 'views/a.ejs', line: 2, column: 7 });
});

test('letters whose lower case is longer shift no place of a page', () => {
  const letters = 'İ'.repeat(40);
  const form = `<FORM method="post"><p>${letters}</p><input name="a"></FORM>`;
  const found = weaknessesIn({
    'templates/a.html': `{% load static %}<p>${letters}</p>\n${form}\n`,
    'views/a.ejs': `<p>${letters}</p>\n<SCRIPT>const a = <%- a %>;</SCRIPT>\n<p title=<%= b %>></p>\n`,
  });
  expect(found.map(({ file, rule, line, column }) => [file, rule, line, column])).toEqual([
    ['templates/a.html', 'tpl-form-without-token', 2, 1],
    ['views/a.ejs', 'tpl-unescaped-output', 2, 19],
    ['views/a.ejs', 'tpl-value-in-script', 2, 19],
    ['views/a.ejs', 'tpl-unquoted-attribute', 3, 10],
  ]);
});

test('a page without tags is not a template, and a template without findings is assessed', () => {
  const { coverage } = scanCode(unitOf({ 'public/a.html': '<p>a</p>', 'views/a.ejs': '<p><%= a %></p>' }));
  expect(coverage).toMatchObject({ status: 'assessed', assessed: 1, gaps: [] });
});

test('any text is read in time proportional to its length', () => {
  const piece = fc.constantFrom(
    '{{',
    '}}',
    '{{{',
    '{%',
    '%}',
    '<%-',
    '%>',
    '<script',
    '</script',
    '>',
    '=',
    '|safe',
    'a',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      for (const file of ['a.ejs', 'a.hbs', 'a.html'])
        expect(() => scanCode(unitOf({ [file]: pieces.join('') }))).not.toThrow();
    }),
  );
  for (const open of ['{{', '{%', '<%-', '<script']) {
    const startedAt = performance.now();
    scanCode(
      unitOf({
        'a.ejs': open.repeat(100_000),
        'a.hbs': open.repeat(100_000),
        'a.html': open.repeat(100_000),
      }),
    );
    expect(performance.now() - startedAt).toBeLessThan(3000);
  }
});
