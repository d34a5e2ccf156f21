import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { decodeCursor, encodeCursor, pageResponse } from '#contract/cursor.ts';
import { validateBody, validateQuery } from '#contract/validate.ts';
import { Problem } from '@scangate/domain/problem';

const problemOf = (work: () => unknown): Problem => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('a body', () => {
  const schema = z.strictObject({
    name: z.string().min(1),
    inner: z.strictObject({ list: z.array(z.int()) }).optional(),
  });

  test('is given back as it is when it fits', () => {
    expect(validateBody(schema, { name: 'x' })).toEqual({ name: 'x' });
  });

  test('names every fault by JSON Pointer', () => {
    const { code, members } = problemOf(() =>
      validateBody(schema, { name: '', inner: { list: [1, 'a', 2.5] } }),
    );
    expect(code).toBe('validation_failed');
    expect(members.errors?.map(({ pointer }) => pointer)).toEqual([
      '/name',
      '/inner/list/1',
      '/inner/list/2',
    ]);
  });

  test('an unknown field answers before other faults, and its name is escaped', () => {
    const { code, members } = problemOf(() => validateBody(schema, { name: 1, 'a/b~c': 1 }));
    expect(code).toBe('unknown_field');
    expect(members.errors?.map(({ pointer }) => pointer)).toContain('/a~1b~0c');
  });

  test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'an unknown field called %s has no hint',
    (field) => {
      const { code, members } = problemOf(() => validateBody(schema, { name: 'x', [field]: 1 }));
      expect(code).toBe('unknown_field');
      expect(members.errors?.[0]?.hint).toBeUndefined();
    },
  );

  test.each([
    ['commitSha', 'commitHash'],
    ['sha', 'commitHash'],
    ['fullName', 'repositoryId'],
    ['scan_types', 'scanTypes'],
  ])('%s is answered with %s', (field, hint) => {
    const { members } = problemOf(() => validateBody(schema, { name: 'x', [field]: 1 }));
    expect(members.errors?.[0]?.hint).toContain(hint);
    expect(members.detail).toContain(hint);
  });

  test('of thousands of faults fifty are named', () => {
    const list = Array.from({ length: 5_000 }, () => 'x');
    const { members } = problemOf(() => validateBody(schema, { name: 'x', inner: { list } }));
    expect(members.errors).toHaveLength(50);
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]));
    expect(problemOf(() => validateBody(schema, { name: 'x', ...fields })).members.errors).toHaveLength(50);
  });

  test.each([null, undefined, 'text', 1, [], true])(
    '%j instead of an object is named as the body',
    (body) => {
      const { code, members } = problemOf(() => validateBody(schema, body));
      expect([code, members.errors?.[0]?.pointer]).toEqual(['validation_failed', '']);
      expect(members.detail).toContain('The body');
    },
  );
});

describe('a query', () => {
  const schema = z.strictObject({
    limit: z.int().min(1).max(100).default(50),
    name: z.string().optional(),
  });

  test('digits become a number where one is wanted, and stay text elsewhere', () => {
    expect(validateQuery(schema, { limit: '7', name: '7' })).toEqual({ limit: 7, name: '7' });
    expect(validateQuery(schema, {})).toEqual({ limit: 50 });
  });

  test.each(['0', '101', '-1', '1.5', '1e2', ' 7', '0x7', '', 'NaN', 'Infinity', '9'.repeat(400)])(
    'limit=%j is refused, and its bounds are said',
    (limit) => {
      const { code, members } = problemOf(() => validateQuery(schema, { limit }));
      expect(code).toBe('invalid_query');
      expect(members.errors?.[0]).toMatchObject({ pointer: '/limit', code: 'invalid_query' });
      expect(members.detail).toMatch(/^limit: /);
    },
  );

  test.each(['constructor', '__proto__', 'toString', 'limits'])(
    'a parameter called %s is not known',
    (name) => {
      const query = Object.fromEntries([[name, '1']]);
      expect(problemOf(() => validateQuery(schema, query)).code).toBe('invalid_query');
    },
  );
});

describe('a cursor', () => {
  const places = fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string(), fc.string());

  test('leads back to its position, in its own list of its own owner', () => {
    fc.assert(
      fc.property(places, ([position, list, owner]) => {
        fc.pre(position.isWellFormed());
        expect(decodeCursor(encodeCursor(position, list, owner), list, owner)).toBe(position);
      }),
    );
  });

  test('with any one character changed is refused', () => {
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.'];
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.constantFrom(...alphabet),
        (position, at, other) => {
          const cursor = encodeCursor(position, 'list', 'owner') ?? '';
          const place = at % cursor.length;
          fc.pre(cursor[place] !== other);
          const altered = cursor.slice(0, place) + other + cursor.slice(place + 1);
          expect(problemOf(() => decodeCursor(altered, 'list', 'owner')).code).toBe('invalid_cursor');
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('of another list or owner is refused; so is any other text', () => {
    const cursor = encodeCursor('SCAN#1', 'list-scans', 'me');
    expect(problemOf(() => decodeCursor(cursor, 'list-tokens', 'me')).code).toBe('invalid_cursor');
    expect(problemOf(() => decodeCursor(cursor, 'list-scans', 'you')).code).toBe('invalid_cursor');
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(problemOf(() => decodeCursor(text, 'list-scans', 'me')).code).toBe('invalid_cursor');
      }),
    );
  });

  test('is not there on the last page, and no cursor is the beginning', () => {
    expect(pageResponse([1], undefined, 'list', 'me')).toEqual({ items: [1] });
    expect(pageResponse([1], 'x', 'list', 'me').nextCursor).toBeDefined();
    expect(decodeCursor(undefined, 'list', 'me')).toBeUndefined();
  });
});
