import * as z from 'zod';
import { problemCodes, type ProblemCode } from '@scangate/domain/problem';
import { problemCodesOf, type ResponseSpec, type EndpointSpec } from './endpoint.ts';
import { eventWebhooks } from './events/event-webhooks.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { problem } from './schemas/problem.ts';
import { webhookProblems, type WebhookSpec } from './webhook.ts';

/** Makes JSON Schema from the input side of a schema, for requests and responses. */
const schemaOf = (schema: z.ZodType): object => {
  const { $schema: _dialect, ...json } = jsonSchemaOf(schema, 'input');
  return json;
};

const contentOf = (response: ResponseSpec) =>
  response.schema && {
    content: Object.fromEntries([
      ...(response.mediaTypes ?? ['application/json']).map((type) => [
        type,
        type === 'text/event-stream'
          ? { schema: { type: 'string' } }
          : { schema: schemaOf(response.schema ?? z.unknown()) },
      ]),
      ...Object.entries(response.alternatives ?? {}).map(([type, schema]) => [
        type,
        { schema: schemaOf(schema) },
      ]),
    ]),
  };

/** Describes problems by status, each with its codes, because clients branch on the code. */
const problemResponses = (codes: readonly ProblemCode[]): Record<string, object> =>
  Object.fromEntries(
    [...Map.groupBy(codes, (code) => problemCodes[code][0])].map(([status, some]) => [
      String(status),
      {
        description: some.map((code) => `\`${code}\`: ${problemCodes[code][1]}.`).join('\n'),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );

const parametersOf = (endpoint: EndpointSpec): object[] => {
  const path = Object.entries(endpoint.params?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(schema as z.ZodType),
  }));
  const query = Object.entries(endpoint.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !(schema as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(schema as z.ZodType),
  }));
  const names = [...(endpoint.idempotent ? ['Idempotency-Key'] : []), ...(endpoint.headers ?? [])];
  const headers = names.map((name) => ({
    name,
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 255 },
  }));
  return [...path, ...query, ...headers];
};

const bodyOf = (endpoint: EndpointSpec) => {
  if (!endpoint.body) return undefined;
  const shapes = [endpoint.body, ...Object.values(endpoint.bodyAlternatives ?? {})].map(schemaOf);
  const schema = shapes.length === 1 ? shapes[0] : { oneOf: shapes };
  const binary = { schema: { type: 'string', contentMediaType: 'application/gzip' } };
  const accepts = endpoint.requestMediaTypes ?? ['application/json'];
  return {
    required: true,
    content: Object.fromEntries(
      accepts.map((type) => [type, type === 'application/gzip' ? binary : { schema }]),
    ),
  };
};

const operationOf = (endpoint: EndpointSpec): object => {
  const responses = Object.entries(endpoint.responses).map(([status, response]) => [
    status,
    { description: response.description, ...contentOf(response) },
  ]);
  const requestBody = bodyOf(endpoint);
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(endpoint.description !== undefined && { description: endpoint.description }),
    ...(endpoint.access && { security: [] }),
    parameters: parametersOf(endpoint),
    ...(requestBody && { requestBody }),
    responses: {
      ...Object.fromEntries(responses),
      ...problemResponses(problemCodesOf(endpoint)),
    },
    'x-roles': endpoint.roles,
    'x-scopes': endpoint.scopes,
  };
};

/** A webhook takes no token; the signature identifies its sender. */
const webhookOperationOf = (webhook: WebhookSpec): object => ({
  operationId: webhook.name,
  summary: webhook.summary,
  security: [],
  parameters: [{ name: webhook.signatureHeader, in: 'header', required: true, schema: { type: 'string' } }],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    200: { description: 'The event was handled or ignored.' },
    ...problemResponses(webhookProblems),
  },
});

/** Makes the OpenAPI 3.1 document from the tables of endpoints and webhooks, and from the catalog of events. */
export const openapiOf = (
  endpoints: readonly EndpointSpec[],
  webhooks: readonly WebhookSpec[] = [],
): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const webhook of webhooks) paths[webhook.path] = { post: webhookOperationOf(webhook) };
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Scangate',
      version: '1',
      description: 'Scan a commit, a lockfile or an SBOM, wait, and get a verdict: PASS, FAIL or ERROR.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    webhooks: eventWebhooks(schemaOf),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(problem) },
    },
  };
};
