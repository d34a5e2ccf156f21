import type * as z from 'zod';
import type { EndpointSpec } from '../endpoint.ts';
import { descriptionOf } from './describe-fields.ts';
import type { ExampleMaker } from './example-of.ts';
import type { Json } from './json-schema-node.ts';
import type { SchemaWriter } from './schema-writer.ts';

/** The request headers with a meaning for an operation. */
const headerDescriptions: Readonly<Record<string, string>> = {
  'Idempotency-Key':
    'A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.',
  'If-Match': 'The ETag of the version that you change; `*` for any.',
  'If-None-Match': 'The ETag that you have; 304 if nothing has changed.',
};

const headerExamples: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'build-4711-scan',
  'If-Match': '"1"',
  'If-None-Match': '"5b1f0c2e"',
};

interface Writers {
  schemas: SchemaWriter;
  examples: ExampleMaker;
}

const parameterOf = (
  { owner, name, place }: { owner: string; name: string; place: 'path' | 'query' },
  schema: z.ZodType,
  { schemas, examples }: Writers,
): Json => {
  const { description, examples: _examples, ...shape } = schemas.write(schema, owner);
  const required = place === 'path' || !schema.safeParse(undefined).success;
  const said = description ?? descriptionOf(owner, name);
  return {
    name,
    in: place,
    ...(said !== undefined && { description: said }),
    ...(required && { required }),
    schema: shape,
    ...(required && { example: examples.first(schema, name) }),
  };
};

/** Describes the parameters of an operation. */
export const parametersOf = (endpoint: EndpointSpec, writers: Writers): Json[] => {
  const { name: owner, params, query, idempotent, headers = [] } = endpoint;
  const inPlace = (place: 'path' | 'query', shape: Readonly<Record<string, unknown>> = {}) =>
    Object.entries(shape).map(([name, schema]) =>
      parameterOf({ owner, name, place }, schema as z.ZodType, writers),
    );
  const names = [...(idempotent ? ['Idempotency-Key'] : []), ...headers];
  return [
    ...inPlace('path', params?.shape),
    ...inPlace('query', query?.shape),
    ...names.map((name) => ({
      name,
      in: 'header',
      description: headerDescriptions[name],
      schema: { type: 'string', maxLength: 255 },
      example: headerExamples[name],
    })),
  ];
};
