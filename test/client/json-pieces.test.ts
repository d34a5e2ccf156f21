import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonPieces } from '@scangate/client/json-pieces';

const joined = (value: unknown): string => [...jsonPieces(value)].join('');

describe('the pieces of a JSON text', () => {
  test('join to the output of JSON.stringify, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 7 }), (value) => {
        expect(joined(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  test.each([
    [
      'members and items that are not JSON',
      { a: undefined, b: [undefined, () => 1, Symbol('s')], c: () => 1 },
    ],
    ['a value with toJSON', { at: new Date(0), deep: { url: new URL('https://a.example') } }],
    ['empty values', { a: {}, b: [], c: '', d: null, e: { f: undefined } }],
    ['a name with quotes', { 'a"b\\': 1, ['__proto__']: { c: 1 } }],
    ['a long text deep inside', { a: [{ b: [{ c: ['x"\n'.repeat(20_000)] }] }] }],
    [
      'an object without a prototype',
      Object.assign(Object.create(null) as object, { a: 'x'.repeat(40_000) }),
    ],
  ])('are right for %s', (_what, value) => {
    expect(joined(value)).toBe(JSON.stringify(value));
  });

  test('never end between the halves of a character, wherever a text is cut', () => {
    for (const before of [0, 1, 2, 3]) {
      const text = `${'x'.repeat(before)}${'😀'.repeat(30_000)}\ud83d`;
      const pieces = [...jsonPieces({ text })];
      expect(pieces.length).toBeGreaterThan(2);
      const bytes = pieces.map((piece) => Buffer.from(piece));
      expect(JSON.parse(String(Buffer.concat(bytes)))).toEqual({ text });
    }
  });

  test('are small, whatever a text contains', () => {
    for (const sign of ['x', '"', '\u0000', '😀']) {
      const pieces = [...jsonPieces({ list: [[[[['y'.repeat(500_000)]]]]], text: sign.repeat(500_000) })];
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(7 * 16_384);
    }
  });
});
