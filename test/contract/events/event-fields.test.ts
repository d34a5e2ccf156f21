import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { eventFields, requireGrown } from '#contract/events/event-fields.ts';
import published from '#contract/events/event-fields.json' with { type: 'json' };
import { catalog } from '@scangate/domain/events/catalog';

describe('schemas only grow', () => {
  test('no published field is missing, optional or of another type', () => {
    expect(() => requireGrown(published, eventFields(catalog))).not.toThrow();
  });

  test('the published fields are those of the catalog; after a change run `npm run openapi`', () => {
    expect(eventFields(catalog)).toEqual(published);
  });

  const one = z.object({ kept: z.string(), list: z.array(z.object({ inner: z.int() })) });
  const before = eventFields({ one: { schema: one } });
  const grown = (schema: z.ZodType) => () => requireGrown(before, eventFields({ one: { schema } }));

  test.each([
    ['a field that is added', one.extend({ added: z.string().optional() })],
    [
      'a field that is added to entries of a list',
      one.extend({ list: z.array(z.object({ inner: z.int(), more: z.string() })) }),
    ],
  ])('%s passes', (_case, schema) => expect(grown(schema)).not.toThrow());

  test.each([
    ['a field that is removed', one.omit({ kept: true }), /kept/],
    ['a field that becomes optional', one.extend({ kept: z.string().optional() }), /kept/],
    ['a field of another type', one.extend({ kept: z.int() }), /kept/],
    ['a field that is removed from entries of a list', one.extend({ list: z.array(z.object({})) }), /inner/],
  ])('%s fails', (_case, schema, named) => expect(grown(schema)).toThrow(named));

  test('a type that is removed fails', () => {
    expect(() => requireGrown(before, {})).toThrow(/one/);
  });
});
