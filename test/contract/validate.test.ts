import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { validateBody, validateQuery } from '#contract/validate.ts';
import { problemOf } from '../support/problem-of.ts';

describe('a body', () => {
  const schema = z.strictObject({
    name: z.string().min(1),
    inner: z.strictObject({ list: z.array(z.int()) }).optional(),
  });

  test('that is valid is returned unchanged', () => {
    expect(validateBody(schema, { name: 'x' })).toEqual({ name: 'x' });
  });

  test('names every error by JSON Pointer', () => {
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

  test('has no number below or above its range, nor one that is no number', () => {
    const ranged = z.strictObject({ count: z.int().min(1).max(600) });
    for (const count of [1, 600]) expect(validateBody(ranged, { count })).toEqual({ count });
    for (const count of [-1, 0, -0, 601, 1.5, 1e308, '1', null])
      expect([count, problemOf(() => validateBody(ranged, { count })).code]).toEqual([
        count,
        'validation_failed',
      ]);
  });

  test('reports an unknown field before other errors, with its name escaped', () => {
    const { code, members } = problemOf(() => validateBody(schema, { name: 1, 'a/b~c': 1 }));
    expect(code).toBe('unknown_field');
    expect(members.errors?.map(({ pointer }) => pointer)).toContain('/a~1b~0c');
  });

  test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'has no hint for an unknown field called %s',
    (field) => {
      const { code, members } = problemOf(() => validateBody(schema, { name: 'x', [field]: 1 }));
      expect(code).toBe('unknown_field');
      expect(members.errors?.[0]?.hint).toBeUndefined();
    },
  );

  test.each([
    [{ name: 'x', commitSha: 1 }, '/commitSha', 'Use commitHash.'],
    [{ name: '' }, '/name', 'Send the name of it.'],
    [{ name: 'x', inner: { list: [], sha: 1 } }, '/inner/sha', undefined],
  ])('%j gets the hint of its endpoint at %s: %s', (body, pointer, hint) => {
    const hints = { '/commitSha': 'Use commitHash.', '/sha': 'Other.', '/name': 'Send the name of it.' };
    const { members } = problemOf(() => validateBody(schema, body, hints));
    expect(members.errors?.[0]).toMatchObject({ pointer });
    expect(members.errors?.[0]?.hint).toBe(hint);
    if (hint !== undefined) expect(members.detail).toContain(hint);
  });

  test('gets no hint of another endpoint', () => {
    const { members } = problemOf(() => validateBody(schema, { name: 'x', commitSha: 1 }));
    expect(members.errors?.[0]?.hint).toBeUndefined();
  });

  test('never shows a regular expression', () => {
    const strict = z.strictObject({ id: z.string().regex(/^[a-f]{3}$/) });
    const { members } = problemOf(() => validateBody(strict, { id: 'x' }));
    expect(members.errors?.[0]?.detail).toBe('This text does not have the expected form.');
    const told = z.strictObject({ id: z.string().regex(/^[a-f]{3}$/, 'Three letters.') });
    expect(problemOf(() => validateBody(told, { id: 'x' })).members.errors?.[0]?.detail).toBe(
      'Three letters.',
    );
  });

  test('with thousands of errors names fifty', () => {
    const list = Array.from({ length: 5_000 }, () => 'x');
    const { members } = problemOf(() => validateBody(schema, { name: 'x', inner: { list } }));
    expect(members.errors).toHaveLength(50);
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]));
    expect(problemOf(() => validateBody(schema, { name: 'x', ...fields })).members.errors).toHaveLength(50);
  });

  test.each([null, undefined, 'text', 1, [], true])(
    'that is %j instead of an object is reported as the body',
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

  test('turns digits into a number where the schema has one, and keeps text elsewhere', () => {
    expect(validateQuery(schema, { limit: ['7'], name: ['7'] })).toEqual({ limit: 7, name: '7' });
    expect(validateQuery(schema, {})).toEqual({ limit: 50 });
  });

  test.each(['0', '101', '-1', '1.5', '1e2', ' 7', '0x7', '', 'NaN', 'Infinity', '9'.repeat(400)])(
    'refuses limit=%j with its bounds',
    (limit) => {
      const { code, members } = problemOf(() => validateQuery(schema, { limit: [limit] }));
      expect(code).toBe('invalid_query');
      expect(members.errors?.[0]).toMatchObject({ pointer: '/limit', code: 'invalid_query' });
      expect(members.detail).toMatch(/^limit: /);
    },
  );

  test('refuses a repeated parameter, even with equal values', () => {
    const { code, members } = problemOf(() => validateQuery(schema, { limit: ['7', '7'], name: ['a'] }));
    expect([code, members.errors?.map(({ pointer }) => pointer)]).toEqual(['invalid_query', ['/limit']]);
    expect(members.detail).toContain('more than once');
  });

  test('gets the hints of its endpoint', () => {
    const hints = { '/commitHash': 'Use commit.' };
    const { members } = problemOf(() => validateQuery(schema, { commitHash: ['a'] }, hints));
    expect(members.errors?.[0]).toMatchObject({ pointer: '/commitHash', hint: 'Use commit.' });
    expect(members.detail).toContain('Use commit.');
  });

  test.each(['constructor', '__proto__', 'toString', 'limits'])(
    'refuses an unknown parameter called %s',
    (name) => {
      const query = Object.fromEntries([[name, ['1']]]);
      expect(problemOf(() => validateQuery(schema, query)).code).toBe('invalid_query');
    },
  );
});
