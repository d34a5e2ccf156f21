import { expect, test } from 'vitest';
import { countTokens, timesRow } from './plain-pass.ts';
import { verdictOf } from './row.ts';

test('a plain pass counts words, strings, white space and punctuation as tokens, each once', () => {
  expect(countTokens(`name: "a b\\"c"\n  - 'd'`)).toBe(8);
  expect(countTokens('')).toBe(0);
});

test('a speed is judged relative to the plain pass of the same run, so the machine does not matter', () => {
  const row = { section: 'A', what: 'x' };
  const slow = timesRow(row, { ms: 900, plainMs: 300, plain: 'JSON.parse', atMost: 3 });
  const quick = timesRow(row, { ms: 91, plainMs: 30, plain: 'JSON.parse', atMost: 3 });
  expect([slow.unit, slow.value]).toEqual(['× JSON.parse', 3]);
  expect([verdictOf(slow), verdictOf(quick)]).toEqual(['pass', 'FAIL']);
});
