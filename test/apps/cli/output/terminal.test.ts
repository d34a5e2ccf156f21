import { describe, expect, test } from 'vitest';
import { printable, printableJson, printableLines } from '@scangate/cli/output/terminal';

/** Whether the runner of a CI treats a line as a command. */
const isCommand = (line: string): boolean =>
  line.trimStart().startsWith('::') || /##(?:vso|teamcity)?\[/.test(line);

const hostile = [
  '::error::x',
  '  ::set-output name=a::b',
  'a path ::add-mask::x',
  // The runner trims every kind of white space.
  '\u00a0::stop-commands::x',
  '\u3000\u2003 ::error::x',
  'a path \u00a0::add-mask::x',
  '##[command]x',
  'text ##vso[task.setvariable variable=a]b',
  "##teamcity[buildStatus text='x']",
  'a\n::error::x',
  'a\r::error::x',
  '###[x]',
];

describe('untrusted text', () => {
  test.each(hostile)('%j is not a command of a runner, in a line or wrapped anywhere', (text) => {
    for (const line of printable(text).split(' ')) expect(isCommand(line)).toBe(false);
    for (const line of printableLines(text).split('\n')) expect(isCommand(line)).toBe(false);
  });

  test('in JSON stays the same JSON', () => {
    const value = { hostile, nested: [hostile.join('\n'), '\\##vso[', '"##['] };
    const text = printableJson(value);
    expect(JSON.parse(text)).toEqual(value);
    expect(text.split('\n').filter(isCommand)).toEqual([]);
  });

  test.each(['std::vector', 'a::b ## [x]', 'pkg:npm/a', 'a: b', '# [x]', 'crate::a::b', '::'.slice(1)])(
    '%j is shown unchanged',
    (text) => {
      expect([printable(text), printableLines(text)]).toEqual([text, text]);
    },
  );

  test('keeps line breaks where lines are allowed, and no other control character', () => {
    expect(printable('a\nb\t\u001b[2J\u202e')).toBe('a\\u000ab\\u0009\\u001b[2J\\u202e');
    expect(printableLines('a\nb\u001b\u2066')).toBe('a\nb\\u001b\\u2066');
  });
});
