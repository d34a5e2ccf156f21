import type * as z from 'zod';
import { expect, test } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';

const schemasOf = ({ body, responses }: EndpointSpec): z.ZodType[] =>
  [body, ...Object.values(responses).map(({ schema }) => schema)].filter((schema) => schema !== undefined);
const examplesOf = (schema: z.ZodType): unknown[] => (schema.meta()?.['examples'] as unknown[]) ?? [];

const examples = (endpoints as readonly EndpointSpec[]).flatMap((spec) =>
  schemasOf(spec).flatMap((schema) =>
    examplesOf(schema).map((example) => ({ name: spec.name, schema, example })),
  ),
);

test.each(examples)('$name: its schema takes the example $example', ({ schema, example }) => {
  expect(schema.safeParse(example).error).toBeUndefined();
});

test.each([
  'create-scan',
  'create-waiver',
  'renew-waiver',
  'approve-waiver',
  'import-vex',
  'get-gate',
  'change-gate',
  'simulate-gate',
  'explain-scan',
  'compare-scans',
  'rejudge-scan',
])('%s has an example', (name) => {
  expect(examples.filter((each) => each.name === name)).not.toEqual([]);
});
