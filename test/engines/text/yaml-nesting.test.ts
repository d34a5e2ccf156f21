import { expect, test } from 'vitest';
import { isYamlTooDeep, withinYamlDepth } from '@scangate/engines/text/yaml-nesting';
import { readPolicyFile } from '@scangate/cli/policy/read-policy-file';
import { readFileSettings } from '@scangate/cli/settings/read-file-settings';
import { readYaml as readBody } from '#contract/yaml/read-yaml.ts';
import { readYaml } from '@scangate/engines/sast/configuration/readers/read-yaml';

const many = 100_000;
const nested = `${'- '.repeat(many)}a\n`;

const deep: Readonly<Record<string, string>> = {
  'a list in a list': nested,
  'lists below a key': `failOn:\n  ${nested}`,
  'lists in a key': `? ${nested}: b\n`,
  'keys of keys': `${'? '.repeat(many)}a\n`,
  'values of values': `a: &x\n ${': '.repeat(many)}\n`,
  'lists in brackets': `a: ${'['.repeat(many)}${']'.repeat(many)}\n`,
  'brackets that stay open': `a: ${'{'.repeat(many)}`,
  'a list after a carriage return': `a: b\r${nested}`,
};

const broken: Readonly<Record<string, string>> = {
  'brackets after texts with brackets': `${'- x of [0, 1)\n'.repeat(2100)}- ${'['.repeat(2100)}${']'.repeat(2100)}\n`,
  'a list after a line separator': `a: b\u2028${nested}`,
};

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a policy file': (text) => readPolicyFile('policy.yaml', Buffer.from(text)),
  'a settings file': readFileSettings,
  'a request body': readBody,
  configuration: readYaml,
};

test.each(Object.keys(broken))('%s is too deep', (what) => {
  expect(isYamlTooDeep(broken[what]!)).toBe(true);
});

test.each(
  Object.entries(deep).flatMap(([what, text]) => Object.keys(readers).map((by) => ({ what, text, by }))),
)(
  '100,000 levels of $what are refused as nested too deeply, not with an overflow, by the reader of $by',
  ({ text, by }) => {
    expect(() => readers[by]!(text)).toThrow(/nested too deeply/);
  },
);

test('what only the parser finds to be too deep is refused in the same way, and other errors stay as they are', () => {
  const fail = (error: Error) => () =>
    withinYamlDepth(
      'a: b\n',
      () => {
        throw error;
      },
      () => new Error('too deep'),
    );
  expect(fail(new RangeError('Maximum call stack size exceeded'))).toThrow('too deep');
  expect(fail(new TypeError('other'))).toThrow('other');
});

test.each([
  ['a list of 150 levels in one line', `${'- '.repeat(150)}a\n`],
  ['a list of 5,000 items', '- a\n'.repeat(5000)],
  ['rules of dashes', `a: |\n${`  ${'-'.repeat(300)}\n`.repeat(50)}`],
  ['5,000 closed brackets', 'a: [b]\n'.repeat(5000)],
  ['5,000 open brackets in a log', `a: |\n${'  [INFO message\n'.repeat(5000)}`],
  ['5,000 half-open intervals in texts', '- x of [0, 1)\n'.repeat(5000)],
  ['5,000 half-open intervals in quotes', `- "[0, 1)"\n- '{'\n`.repeat(5000)],
  ['5,000 open brackets in comments', '- a # [b\n'.repeat(5000)],
  ['300 dashes in a text', `a: |\n  ${'- '.repeat(300)}\n`],
  ['many texts in one collection', `a: {${'b: c, '.repeat(300)}}\n`],
  [
    '300 levels of indentation',
    Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
  ],
])('%s is no reason to refuse a text', (_, text) => {
  expect(isYamlTooDeep(text)).toBe(false);
});

test('a carriage return alone ends a comment of configuration', () => {
  const [document] = readYaml('on: push # x\rjobs:\r  a: b\r\n').documents;
  expect(document?.kind === 'map' && [...document.fields.keys()]).toEqual(['on', 'jobs']);
});
