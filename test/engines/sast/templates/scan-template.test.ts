import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { templateRules } from '@scangate/engines/sast/templates/scan-template';
import { scanCode, unitOf, weaknessesIn } from '../scan-code.ts';
import { processorMs } from '#test/support/processor-time.ts';

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

const greater = 'title="a > b" alt=\'<i>\'';

test.each([
  ['views/a.ejs', `<a ${greater} href="<%= user.website %>">a</a>`, 'tpl-value-in-address'],
  ['templates/a.html', `<a x=it's ${greater} href="{{ user.website }}">a</a>`, 'tpl-value-in-address'],
  [
    'resources/views/a.blade.php',
    `<a ${greater} onclick="show('{{ $name }}')">a</a>`,
    'tpl-value-in-handler',
  ],
  ['Views/A.cshtml', `<input ${greater} value=@Model.Name>`, 'tpl-unquoted-attribute'],
  ['views/a.hbs', `<textarea><a "</textarea><a ${greater} href="{{ link }}">a</a>`, 'tpl-value-in-address'],
  [
    'app/views/a.html.erb',
    `<form ${greater} method="post" action="<%= a %>"></form>`,
    'tpl-form-without-token',
  ],
])('in %s a > in quotes ends no tag', (file, text, rule) => {
  expect(weaknessesIn({ [file]: text }).map((finding) => finding.rule)).toEqual([rule]);
});

test.each([
  ['views/a.ejs', '<p title="a > b">href="<%= user.website %>"</p></a href="<%= user.website %>">'],
  [
    'views/a.hbs',
    '<!-- <a title="a > b" --> href="{{ link }}"><script>"<a title=\'>\'"</script> href="{{ link }}"',
  ],
])('in %s what is between tags is no attribute', (file, text) => {
  const rules = weaknessesIn({ [file]: text }).map((finding) => finding.rule);
  expect(rules).not.toContain('tpl-value-in-address');
});

const long = ' '.repeat(3000);
const attribute = `title="${'x'.repeat(3000)}"`;

test.each([
  ['views/a.ejs', `<p><%- ${long}name %></p>`, 'tpl-unescaped-output'],
  ['views/a.hbs', `<p>{{{ ${long}comment }}}</p>`, 'tpl-unescaped-output'],
  ['templates/a.html', `<p>{{ ${long}comment|safe }}</p>`, 'tpl-unescaped-output'],
  ['templates/a.html', `{#${long}{{ a }} #}<p>{{ comment|safe }}</p>`, 'tpl-unescaped-output'],
  ['src/A.vue', `<template><p v-html="${long}comment" /></template>`, 'tpl-unescaped-output'],
  ['src/A.vue', '<template><p v-html=comment /></template>', 'tpl-unescaped-output'],
  ['src/A.vue', `<template><a ${attribute} :href="user.website">a</a></template>`, 'tpl-value-in-address'],
  ['src/A.vue', '<template><a @click="() => b()" :href="link">a</a></template>', 'tpl-value-in-address'],
  ['src/A.vue', '<template>{{ 1<b }}<a :href="link">a</a></template>', 'tpl-value-in-address'],
  ['views/a.pug', `p(${attribute}${attribute})!= name`, 'tpl-unescaped-output'],
  ['Views/A.cshtml', `<p>@Html.Raw(${long}Model.Comment)</p>`, 'tpl-unescaped-output'],
  ['Views/A.cshtml', '<p>@Html.Raw("(" + Model.Comment)</p>', 'tpl-unescaped-output'],
  ['Views/A.cshtml', '@Show("(")<p>@Html.Raw(Model.Comment)</p>)', 'tpl-unescaped-output'],
  ['Views/A.cshtml', '@Show(@"\\(")<p>@Html.Raw(Model.Comment)</p>)', 'tpl-unescaped-output'],
  ['Views/A.cshtml', "@Show('(' /* ( */)<p>@Html.Raw(Model.Comment)</p>)", 'tpl-unescaped-output'],
  ['views/a.ejs', `<a ${attribute} href="<%= user.website %>">a</a>`, 'tpl-value-in-address'],
  [
    'templates/a.html',
    `{% load static %}<form ${attribute} method="post"><p>${long.repeat(8)}</p></form>`,
    'tpl-form-without-token',
  ],
])('in %s no length hides %s', (file, text, rule) => {
  const { findings, coverage } = scanCode(unitOf({ [file]: text }));
  expect(findings).toMatchObject([{ rule }]);
  expect(coverage).toMatchObject({ status: 'assessed', gaps: [] });
});

test.each([
  ['views/a.ejs', '<%= a %>'.repeat(20_001)],
  ['views/a.pug', "!{'a'}".repeat(20_001)],
  ['templates/a.html', `{{ a ${long}{{ b }}`],
  ['Views/A.cshtml', '@('.repeat(100)],
])('what is over the limits in %s is told', (file, text) => {
  const { status, gaps } = scanCode(unitOf({ [file]: text })).coverage;
  expect(status).toBe('partial');
  expect(gaps.at(-1)).toMatchObject({
    reason: 'tags of a template too many or too long: scanned in part',
    file,
  });
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
    const startedAt = processorMs();
    scanCode(
      unitOf({
        'a.ejs': open.repeat(100_000),
        'a.hbs': open.repeat(100_000),
        'a.html': open.repeat(100_000),
      }),
    );
    expect(processorMs() - startedAt).toBeLessThan(3000);
  }
});

test('a long value before a tag is no limit, and a text of a shell is no element', () => {
  const image = `<img src="data:image/png;base64,${'A'.repeat(50_000)}" alt="{{ t }}">`;
  const script = `cat <<eof\n${'a\n'.repeat(10_000)}{{ t }}\neof\n`;
  const link = `<a title="${'x'.repeat(50_000)}" href="<%- a %>">a</a>`;
  for (const [file, text] of [
    ['mails/a.html', image],
    ['templates/a.sh.j2', script],
    ['views/a.ejs', link],
  ] as const)
    expect(scanCode(unitOf({ [file]: text })).coverage).toMatchObject({ status: 'assessed', gaps: [] });
  const short = scanCode(unitOf({ 'views/a.ejs': link.replace(/x+/, 'x') })).findings;
  expect(short.length).toBeGreaterThan(0);
  const rulesOf = (findings: typeof short) => findings.map((finding) => 'rule' in finding && finding.rule);
  expect(rulesOf(scanCode(unitOf({ 'views/a.ejs': link })).findings)).toEqual(rulesOf(short));
});
