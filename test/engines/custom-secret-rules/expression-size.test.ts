import { describe, expect, test } from 'vitest';
import { estimatedSize } from '@scangate/engines/custom-secret-rules/expression-size';
import { linearExpression } from '@scangate/engines/custom-secret-rules/linear-expression';

describe('the size of an expression is known before it is compiled', () => {
  test.each([
    'a{990}',
    '((a{10}){10}){7}',
    '(?:[a-z]?){99}z',
    '(a?){200}b{2,}c{0,7}',
    '[]a]{5}[^]x]{3}[[:alpha:]\\]]{20}',
    '(?P<secret>\\x{2f}{30}\\pL{4}\\p{Greek}{4})',
    '\\Qa{1000}\\E(b|cd){9}',
    '(){300}z',
    'x{,3}a{',
  ])('%s', (source) => {
    const made = linearExpression(source, 'expression').size;
    expect(estimatedSize(source) * 3 + 10).toBeGreaterThanOrEqual(made);
    expect(estimatedSize(source)).toBeLessThanOrEqual(made + 10);
  });

  test('and one with a million copies is refused without making them', () => {
    const source = `(?:${'a'.repeat(980)}){1000}`;
    expect(estimatedSize(source)).toBe(980_000);
    expect(() => linearExpression(source, 'expression')).toThrow('more than 1000 instructions');
  });

  test('and the computation ends for a broken one', () => {
    for (const source of ['(', '[', '\\', '[^', '[[:', '(?', '{', '\\p{', ')))', '((a{9}'])
      expect(estimatedSize(source)).toBeGreaterThanOrEqual(0);
  });
});
