import { expect, test } from 'vitest';
import * as z from 'zod';
import { typeSource } from '#contract/type-source.ts';

test.each([
  ['text', z.string().min(1), 'string'],
  ['a whole number', z.int().min(0), 'number'],
  ['a flag', z.boolean(), 'boolean'],
  ['a literal', z.literal("it's"), String.raw`'it\'s'`],
  ['words', z.enum(['a', 'b']), "'a' | 'b'"],
  ['null', z.string().nullable(), 'string | null'],
  ['alternatives that are the same type', z.union([z.string(), z.iso.date()]), 'string'],
  ['a list', z.array(z.string()), 'string[]'],
  ['a list of alternatives', z.array(z.enum(['a', 'b'])), "('a' | 'b')[]"],
  ['any keys', z.record(z.string(), z.int()), 'Record<string, number>'],
  ['anything', z.unknown(), 'unknown'],
  ['no fields', z.strictObject({}), 'Record<string, never>'],
])('%s', (_what, schema, type) => {
  expect(typeSource(schema, 'output')).toBe(type);
});

const page = z.object({ limit: z.int().default(50), 'odd-name': z.string().optional() });

test('a field with a default is optional to send, and always received', () => {
  expect(typeSource(page, 'input')).toBe("{\n  limit?: number;\n  'odd-name'?: string;\n}");
  expect(typeSource(page, 'output')).toBe("{\n  limit: number;\n  'odd-name'?: string;\n}");
});

test('an object that is open has its known fields, and unknown others', () => {
  const open = z.looseObject({ code: z.string() });
  expect(typeSource(open, 'output')).toBe('{\n  code: string;\n  [member: string]: unknown;\n}');
});

test('objects within objects and unions are indented', () => {
  const shape = z.object({ kind: z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]) });
  expect(typeSource(shape, 'output', '  ')).toBe("{\n    kind: {\n      kind: 'a';\n    };\n  }");
});
