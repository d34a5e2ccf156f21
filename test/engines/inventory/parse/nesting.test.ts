import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNestedDeeper } from '@scangate/engines/inventory/parse/nesting';
import { runs } from '#test/support/runs/samples.ts';

/** Goes through the characters one by one. */
const isDeeper = (text: string, maxDepth: number): boolean => {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if ('{['.includes(character)) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if ('}]'.includes(character)) depth -= 1;
  }
  return false;
};

test('the depth equals that of a character-by-character count, across all chunks', () => {
  const piece = fc.oneof(
    fc.constantFrom('{', '[', '}', ']', '"', '\\', '\\"', 'é', '😀', 'a', ' '),
    fc.nat(16_400).map((length) => ' '.repeat(length)),
    fc.constantFrom(16_382, 16_383, 16_384).map((length) => 'x'.repeat(length)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.nat(4), (pieces, maxDepth) => {
      const text = pieces.join('');
      expect(isNestedDeeper(text, maxDepth)).toBe(isDeeper(text, maxDepth));
    }),
    { numRuns: runs(1_000) },
  );
});
