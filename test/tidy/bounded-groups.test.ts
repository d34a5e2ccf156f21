import { expect, test } from 'vitest';
import { expressionGroups } from '#test/support/linear-expressions.ts';
import { stackEntriesOf } from '#test/support/regexes/repetitions.ts';
import { overflows } from '#test/support/regexes/stack-overflow.ts';

/** V8's stack for places to go back to has 64 MB, and an entry with its captures may take a hundred bytes. */
const mostEntries = 500_000;

/** Expressions whose texts are short, with the reason. */
const shortTexts: ReadonlyMap<string, string> = new Map([
  [
    String.raw`/^'*(?:[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u`,
    'A cell is a field of a stored record, which has at most 400 KB.',
  ],
  [
    String.raw`/([;\s"'\p{Cc}\p{Cf}]+)([=+\-@\uff1d\uff0b\uff0d\uff20]?)/gu`,
    'A cell is a field of a stored record, which has at most 400 KB.',
  ],
]);

const patterns = Object.values(expressionGroups).flatMap((group) => group());

test('no text is too long for an expression: what is repeated without a limit takes no stack', () => {
  const long = patterns.filter((pattern) => !shortTexts.has(String(pattern)));
  expect(long.filter((pattern) => stackEntriesOf(pattern) > mostEntries).map(String)).toEqual([]);
});

test('each expression for short texts exists', () => {
  const all = new Set(patterns.map(String));
  expect([...shortTexts.keys()].filter((pattern) => !all.has(pattern))).toEqual([]);
});

test.each([
  /^[a-z]+(?:_[a-z]+)+$/,
  /"(?:[^"\\]|\\.)*"/,
  /^(?:(?:y|z){0,999}x){0,999}$/,
  /^(?:a|b){0,900000}c/,
])('%s repeats a group too often', (pattern) => {
  expect(stackEntriesOf(pattern)).toBeGreaterThan(mostEntries);
});

test.each([
  [/^(a)*c/, true],
  [/^(?:ab)*c/, false],
])('V8 agrees about %s', (pattern, isRefused) => {
  expect(stackEntriesOf(pattern) > mostEntries).toBe(isRefused);
  expect(overflows(pattern, 6_000_000)).toBe(isRefused);
});
