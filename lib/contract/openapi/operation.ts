import type * as z from 'zod';
import { problemCodesOf, type EndpointSpec, type ResponseSpec } from '../endpoint.ts';
import { codeSamples } from './code-samples.ts';
import type { ExampleMaker } from './example-of.ts';
import { responseHeaders } from './headers.ts';
import type { Json } from './json-schema-node.ts';
import { parametersOf } from './parameters.ts';
import type { SchemaWriter } from './schema-writer.ts';
import { tagOf } from './tags.ts';

/** The writers that the operations of a document share. */
export interface OperationWriters {
  schemas: SchemaWriter;
  examples: ExampleMaker;
  problems: (codes: ReturnType<typeof problemCodesOf>) => Record<string, Json>;
}

/** Shows a single example directly, and several by name. */
const shown = (examples: readonly unknown[]): Json => {
  if (examples.length > 1)
    return { examples: Object.fromEntries(examples.map((value, at) => [`example${at + 1}`, { value }])) };
  return examples[0] === undefined ? {} : { example: examples[0] };
};

/** A stream of events ends with the verdict, in the JSON of the other format. */
const streamOf = (examples: readonly unknown[]): Json => ({
  schema: { type: 'string' },
  example: `event: verdict\ndata: ${JSON.stringify(examples[0])}\n\n`,
});

const isShown = (type: string, examples: readonly unknown[]): boolean =>
  type.includes('json') || typeof examples[0] === 'string';

const mediaOf = (
  type: string,
  schema: z.ZodType,
  { endpoint: { name }, writers }: { endpoint: EndpointSpec; writers: OperationWriters },
): Json => {
  const examples = writers.examples.all(schema, name);
  if (type === 'text/event-stream') return streamOf(examples);
  if (type === 'text/html') return { schema: { type: 'string' }, example: '<!doctype html>…' };
  return {
    schema: writers.schemas.write(schema, name),
    ...(isShown(type, examples) && shown(examples)),
  };
};

const contentOf = (endpoint: EndpointSpec, response: ResponseSpec, writers: OperationWriters): Json => {
  const { schema, mediaTypes = ['application/json'], alternatives = {} } = response;
  if (!schema) return {};
  const media = (type: string, shape: z.ZodType) =>
    [type, mediaOf(type, shape, { endpoint, writers })] as const;
  const usual = mediaTypes.map((type) => media(type, schema));
  const others = Object.entries(alternatives).map(([type, other]) => media(type, other));
  return { content: Object.fromEntries([...usual, ...others]) as Json };
};

const bodyOf = (endpoint: EndpointSpec, { schemas, examples }: OperationWriters): Json => {
  const { name, body, bodyAlternatives = {}, requestMediaTypes = ['application/json'] } = endpoint;
  if (!body) return {};
  const bodies = [body, ...Object.values(bodyAlternatives)];
  const shapes = bodies.map((schema) => schemas.write(schema, name));
  const json = {
    schema: shapes.length === 1 ? shapes[0] : { oneOf: shapes },
    ...shown(bodies.flatMap((schema) => examples.all(schema, name))),
  };
  const binary = { schema: { type: 'string', contentMediaType: 'application/gzip' } };
  const yaml = { schema: json.schema };
  const ofType: Readonly<Record<string, object>> = {
    'application/gzip': binary,
    'application/yaml': yaml,
  };
  const content = requestMediaTypes.map((type) => [type, ofType[type] ?? json]);
  return { requestBody: { required: true, content: Object.fromEntries(content) as Json } };
};

/** Describes an endpoint as an operation. */
export const operationOf = (endpoint: EndpointSpec, writers: OperationWriters): Json => {
  const { name, summary, description, access, session, roles, scopes } = endpoint;
  const responses = Object.entries(endpoint.responses).map(([status, response]) => [
    status,
    {
      description: response.description,
      headers: responseHeaders(endpoint, response),
      ...contentOf(endpoint, response, writers),
    },
  ]);
  const redirectsOnly = Object.keys(endpoint.responses).every((status) => status.startsWith('3'));
  return {
    operationId: name,
    tags: [tagOf(endpoint.path)],
    summary,
    ...(description !== undefined && { description }),
    ...(access && { security: [] }),
    ...(session && { security: [{ session: [], csrf: [] }] }),
    parameters: parametersOf(endpoint, writers),
    ...bodyOf(endpoint, writers),
    responses: {
      ...Object.fromEntries(responses),
      ...writers.problems(problemCodesOf(endpoint)),
      ...(redirectsOnly && { default: { $ref: '#/components/responses/Refusal' } }),
    },
    'x-roles': roles,
    'x-scopes': scopes,
    'x-codeSamples': codeSamples(endpoint, writers.examples),
  };
};
