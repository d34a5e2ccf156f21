import type * as z from 'zod';
import { problemCodesOf, type EndpointSpec, type ResponseSpec } from '../endpoint.ts';
import { codeSamples } from './code-samples.ts';
import { examplesOf } from './example-of.ts';
import { responseHeaders } from './headers.ts';
import type { Json } from './json-schema-node.ts';
import { parametersOf } from './parameters.ts';
import type { SchemaWriter } from './schema-writer.ts';
import { tagOf } from './tags.ts';

/** What the operations of a document share. */
export interface OperationWriters {
  schemas: SchemaWriter;
  problems: (codes: ReturnType<typeof problemCodesOf>) => Record<string, Json>;
}

/** Shows one example by itself, and several by name. */
const shown = (examples: readonly unknown[]): Json => {
  if (examples.length > 1)
    return { examples: Object.fromEntries(examples.map((value, at) => [`example${at + 1}`, { value }])) };
  return examples[0] === undefined ? {} : { example: examples[0] };
};

const mediaOf = (schema: z.ZodType, { name }: EndpointSpec, writer: SchemaWriter): Json => ({
  schema: writer.write(schema, name),
  ...shown(examplesOf(schema, name)),
});

const contentOf = (endpoint: EndpointSpec, response: ResponseSpec, writer: SchemaWriter): Json => {
  const { schema, mediaTypes = ['application/json'], alternatives = {} } = response;
  if (!schema) return {};
  const usual = mediaTypes.map((type) => [
    type,
    type === 'text/event-stream' ? { schema: { type: 'string' } } : mediaOf(schema, endpoint, writer),
  ]);
  const others = Object.entries(alternatives).map(([type, other]) => [
    type,
    mediaOf(other, endpoint, writer),
  ]);
  return { content: Object.fromEntries([...usual, ...others]) as Json };
};

const bodyOf = (endpoint: EndpointSpec, writer: SchemaWriter): Json => {
  const { name, body, bodyAlternatives = {}, requestMediaTypes = ['application/json'] } = endpoint;
  if (!body) return {};
  const bodies = [body, ...Object.values(bodyAlternatives)];
  const shapes = bodies.map((schema) => writer.write(schema, name));
  const json = {
    schema: shapes.length === 1 ? shapes[0] : { oneOf: shapes },
    ...shown(bodies.flatMap((schema) => examplesOf(schema, name))),
  };
  const binary = { schema: { type: 'string', contentMediaType: 'application/gzip' } };
  const content = requestMediaTypes.map((type) => [type, type === 'application/gzip' ? binary : json]);
  return { requestBody: { required: true, content: Object.fromEntries(content) as Json } };
};

/** Describes an endpoint as an operation. */
export const operationOf = (endpoint: EndpointSpec, { schemas, problems }: OperationWriters): Json => {
  const { name, summary, description, access, session, roles, scopes } = endpoint;
  const responses = Object.entries(endpoint.responses).map(([status, response]) => [
    status,
    {
      description: response.description,
      headers: responseHeaders(endpoint, response),
      ...contentOf(endpoint, response, schemas),
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
    parameters: parametersOf(endpoint, schemas),
    ...bodyOf(endpoint, schemas),
    responses: {
      ...Object.fromEntries(responses),
      ...problems(problemCodesOf(endpoint)),
      ...(redirectsOnly && { default: { $ref: '#/components/responses/Refusal' } }),
    },
    'x-roles': roles,
    'x-scopes': scopes,
    'x-codeSamples': codeSamples(endpoint),
  };
};
