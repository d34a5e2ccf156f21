import * as z from 'zod';
import { expect, test } from 'vitest';
import { jsonSchemaOf } from '#contract/json-schema.ts';

const named = z.object({ id: z.string(), at: z.string() }).meta({ id: 'Named' });

test('a named schema is written in full wherever it is used, and a field named id stays', () => {
  const json = jsonSchemaOf(z.object({ one: named, list: z.array(named) }), 'input');
  const whole = {
    type: 'object',
    properties: { id: { type: 'string' }, at: { type: 'string' } },
    required: ['id', 'at'],
  };
  expect(json['properties']).toEqual({ one: whole, list: { type: 'array', items: whole } });
  expect(JSON.stringify(json)).not.toMatch(/\$defs|\$ref/);
});
