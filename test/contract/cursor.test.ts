import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor, pageResponse } from '#contract/cursor.ts';
import { runs } from '#test/support/runs/samples.ts';
import { problemOf } from '../support/problem-of.ts';

describe('a cursor', () => {
  const locations = fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string(), fc.string());

  test('decodes to its position in its own list of its own owner', () => {
    fc.assert(
      fc.property(locations, ([position, list, owner]) => {
        fc.pre(position.isWellFormed());
        expect(decodeCursor(encodeCursor(position, { list, owner }), { list, owner })).toBe(position);
      }),
    );
  });

  test('with any character changed is refused', () => {
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.'];
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.constantFrom(...alphabet),
        (position, at, other) => {
          const cursor = encodeCursor(position, { list: 'list', owner: 'owner' }) ?? '';
          const index = at % cursor.length;
          fc.pre(cursor[index] !== other);
          const altered = cursor.slice(0, index) + other + cursor.slice(index + 1);
          expect(problemOf(() => decodeCursor(altered, { list: 'list', owner: 'owner' })).code).toBe(
            'invalid_cursor',
          );
        },
      ),
      { numRuns: runs(1_000) },
    );
  });

  test('of another list or owner is refused, as is any other text', () => {
    const cursor = encodeCursor('SCAN#1', { list: 'list-scans', owner: 'me' });
    expect(problemOf(() => decodeCursor(cursor, { list: 'list-tokens', owner: 'me' })).code).toBe(
      'invalid_cursor',
    );
    expect(problemOf(() => decodeCursor(cursor, { list: 'list-scans', owner: 'you' })).code).toBe(
      'invalid_cursor',
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(problemOf(() => decodeCursor(text, { list: 'list-scans', owner: 'me' })).code).toBe(
          'invalid_cursor',
        );
      }),
    );
  });

  test('is absent on the last page, and without one a list starts at its beginning', () => {
    expect(pageResponse([1], undefined, { list: 'list', owner: 'me' })).toEqual({ items: [1] });
    expect(pageResponse([1], 'x', { list: 'list', owner: 'me' }).nextCursor).toBeDefined();
    expect(decodeCursor(undefined, { list: 'list', owner: 'me' })).toBeUndefined();
  });
});
