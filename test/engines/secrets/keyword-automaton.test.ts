import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeywordAutomaton } from '@scangate/engines/secrets/keyword-automaton';

const hitsOf = (keywords: string[], text: string): string[] => {
  const hits: string[] = [];
  createKeywordAutomaton(keywords).scan(Buffer.from(text, 'latin1'), (keyword, end) => {
    hits.push(`${keywords[keyword]}@${end}`);
    return true;
  });
  return hits.sort();
};

test('overlapping and nested keywords are all reported', () => {
  expect(hitsOf(['secret', 'secret_key', 'key', 're'], 'SECRET_KEY')).toEqual([
    'key@10',
    're@5',
    'secret@6',
    'secret_key@10',
  ]);
});

test('the automaton finds exactly the occurrences of a plain search', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '_', '-'), minLength: 1, maxLength: 4 });
  const text = fc.string({ unit: fc.constantFrom('a', 'B', 'c', '_', '-', 'x', '\xe9'), maxLength: 60 });
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 8 }), text, (keywords, haystack) => {
      const expected = keywords.flatMap((keyword) =>
        Array.from({ length: haystack.length }, (_, i) => i)
          .filter((i) => haystack.toLowerCase().startsWith(keyword, i))
          .map((i) => `${keyword}@${i + keyword.length}`),
      );
      expect(hitsOf(keywords, haystack)).toEqual(expected.sort());
    }),
  );
});
