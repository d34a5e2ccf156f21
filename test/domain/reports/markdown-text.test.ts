import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { markdownCode, markdownProse } from '@scangate/domain/reports/markdown-text';
import { runs } from '#test/support/runs/samples.ts';

/** Splits a text into code spans and the text outside of them, as CommonMark defines both. */
const spansOf = (text: string): { code: string[]; outside: string } => {
  const code: string[] = [];
  let outside = '';
  for (let at = 0; at < text.length;) {
    const [run = ''] = /^`*/.exec(text.slice(at)) ?? [];
    if (run === '') {
      outside += text[at];
      at += 1;
      continue;
    }
    const rest = text.slice(at + run.length);
    const end = [...rest.matchAll(/`+/g)].find(([closing]) => closing.length === run.length);
    if (!end) {
      outside += run;
      at += run.length;
      continue;
    }
    const content = rest.slice(0, end.index);
    code.push(/^ .*[^ ].* $/s.test(content) ? content.slice(1, -1) : content);
    at += run.length + end.index + run.length;
  }
  return { code, outside };
};

test.each([
  ['Allow it with `scangate:allow` on its line.', 'Allow it with `scangate:allow` on its line.'],
  [
    'Add `sca:git-source package-lock.json` to the file.',
    'Add `sca:git-source package-lock.json` to the file.',
  ],
  ['Call (`a_b`), then `c | d`.', 'Call (`a_b`), then `c ¦ d`.'],
  ['a `lone backtick', 'a `` `lone `` backtick'],
  ['`one``two`', '``` `one``two` ```'],
  ['use <b>`x`', 'use `<b>` `x`'],
  ['* `x`', '`*` `x`'],
])('%j is written as %j', (text, expected) => {
  expect(markdownProse(text)).toBe(expected);
});

const pieces = fc.array(
  fc.constantFrom(
    '`',
    '``',
    '|',
    '\\',
    '*',
    '_',
    '<b>',
    '[x](y)',
    ' ',
    'word',
    'a_b',
    '.',
    ':',
    '&amp;',
    '@me',
    '#1',
  ),
  {
    maxLength: 20,
  },
);

test('every code span is closed, and nothing outside of them is markup', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        pieces.map((all) => all.join('')),
        fc.string(),
      ),
      (text) => {
        const { outside } = spansOf(markdownProse(text));
        expect(outside).not.toMatch(/[`<>*_[\]\\|#&@~]/);
      },
    ),
    { numRuns: runs(2000) },
  );
});

test('code is one span that contains the text', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z`*<\\]{1,20}$/), (text) => {
      expect(spansOf(markdownCode(text))).toEqual({ code: [text], outside: '' });
    }),
  );
});
