import * as z from 'zod';
import { expect, test } from 'vitest';
import { exampleMaker } from '#contract/openapi/example-of.ts';

const { all, first } = exampleMaker(() => undefined);

test('all examples that a schema states are used unchanged', () => {
  const schema = z.object({ name: z.string() }).meta({ examples: [{ name: 'a' }, { name: 'b' }] });
  expect(all(schema, 'x')).toEqual([{ name: 'a' }, { name: 'b' }]);
});

test('an example is composed of the required fields', () => {
  const schema = z.object({
    scanId: z.string(),
    branch: z.string().optional(),
    kind: z.enum(['one', 'two']),
    fixed: z.literal('yes'),
    many: z.array(z.object({ commitHash: z.string() })),
    none: z.array(z.unknown()),
    either: z.union([z.object({ fullName: z.string() }), z.null()]),
    big: z.int().min(7),
  });
  expect(first(schema, 'x')).toEqual({
    scanId: '0197c0de-0000-7000-8000-000000000001',
    kind: 'one',
    fixed: 'yes',
    many: [{ commitHash: '07f983dc5443e30e4745f718715c62279ebb491d' }],
    none: [],
    either: { fullName: 'acme/shop' },
    big: 7,
  });
});

test('the example of a field is not used if the schema does not accept it', () => {
  const schema = z.object({ severity: z.enum(['low']), line: z.boolean() });
  expect(first(schema, 'x')).toEqual({ severity: 'low', line: false });
});

test('an example for the owner takes precedence over that of the field, and shows optional fields', () => {
  const schema = z.object({ status: z.enum(['queued', 'completed']), hint: z.string().optional() });
  expect(exampleMaker(() => 'Token').first(schema, 'x')).toEqual({ status: 'queued', hint: 'sgs_4eC3' });
});
