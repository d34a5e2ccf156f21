import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import checkedIn from '#contract/openapi.json' with { type: 'json' };
import { portablePattern } from '#contract/openapi/portable-pattern.ts';
import { anyCharacter } from '#test/support/any-character.ts';

/** Every pattern of a document. */
const patternsOf = (json: unknown): string[] => {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string' ? [value] : patternsOf(value),
  );
};

test('every pattern of the document means the same with and without the flag u', () => {
  const patterns = [...new Set(patternsOf(checkedIn))];
  expect(patterns.length).toBeGreaterThan(30);
  expect(patterns.filter((pattern) => /\\[pP]\{|\\u\{|\\k</.test(pattern))).toEqual([]);
  for (const pattern of patterns) {
    const [unicode, legacy] = [new RegExp(pattern, 'u'), new RegExp(pattern)];
    for (const text of [
      'pCc',
      'main',
      'a/b',
      'Ärger 😀',
      'a\u0000b',
      'a\u0085b',
      'a\tb',
      ' ',
      '',
      'L',
      'https://x.example/1',
    ])
      expect([pattern, text, legacy.test(text)]).toEqual([pattern, text, unicode.test(text)]);
  }
});

test.each([
  /^[^\p{Cc}\p{Cs}]*$/u,
  /^[^/\s\p{Cc}\p{Cs}]+\/[^/\s\p{Cc}\p{Cs}]+$/u,
  /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u,
  /[\p{L}\p{N}\p{P}\p{S}]/u,
])('a text that matches %s matches its published pattern', (pattern) => {
  const published = new RegExp(portablePattern(pattern.source));
  const samples = fc
    .sample(anyCharacter, 500)
    .flatMap((one) => [one, `a/${one}`, `a${one}b`, `https://a.example/${one}`]);
  const accepted = samples.filter((text) => pattern.test(text));
  expect(accepted.length).toBeGreaterThan(100);
  expect(accepted.filter((text) => !published.test(text))).toEqual([]);
});
