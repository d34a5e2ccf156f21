import { csrfHeader } from '@scangate/domain/identity/csrf';
import type { EndpointSpec } from './endpoint.ts';
import { eventEnvelope, eventWebhooks, received } from './events/event-webhooks.ts';
import { exampleMaker } from './openapi/example-of.ts';
import { headerReferences, headers } from './openapi/headers.ts';
import { information } from './openapi/information.ts';
import type { Json } from './openapi/json-schema-node.ts';
import { operationOf } from './openapi/operation.ts';
import { shareExamples, shareParameters } from './openapi/share-parts.ts';
import { problemSchema, problemWriter, refusal } from './openapi/problem-responses.ts';
import { schemaWriter } from './openapi/schema-writer.ts';
import { eventsTag, tagOf, tags } from './openapi/tags.ts';
import { webhookProblems, type WebhookSpec } from './webhook.ts';

/** A webhook takes no token; the signature identifies its sender. */
const webhookOperationOf = (webhook: WebhookSpec, problems: Record<string, Json>): Json => ({
  operationId: webhook.name,
  tags: [tagOf(webhook.path)],
  summary: webhook.summary,
  security: [],
  parameters: [
    {
      name: webhook.signatureHeader,
      in: 'header',
      description: 'The signature of the body by its sender.',
      required: true,
      schema: { type: 'string' },
    },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: { type: 'object' }, example: { id: 'evt_1', type: 'invoice.paid' } },
    },
  },
  responses: {
    200: { description: 'The event was handled or ignored.', headers: headerReferences(['X-Request-Id']) },
    ...problems,
  },
});

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token of the service, of a person, or exchanged for the JWT of a CI.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-scangate',
    description: 'The session of a person who signed in.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: csrfHeader,
    description: 'The token of the session against forged requests, which anything but GET needs.',
  },
};

/** Creates the OpenAPI 3.1 document from the tables of endpoints and webhooks, and from the catalog of events. */
export const openapiOf = (
  endpoints: readonly EndpointSpec[],
  webhooks: readonly WebhookSpec[] = [],
): object => {
  const schemas = schemaWriter(endpoints);
  const examples = exampleMaker(schemas.nameOf);
  const problems = problemWriter();
  const paths: Record<string, Record<string, Json>> = {};
  for (const webhook of webhooks)
    paths[webhook.path] = { post: webhookOperationOf(webhook, problems.write(webhookProblems)) };
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint, {
      schemas,
      examples,
      problems: problems.write,
    });
  const events = eventWebhooks((schema, owner) => schemas.write(schema, owner));
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const hasRedirect = operations.some(({ responses }) => 'default' in (responses as Json));
  const sent = Object.values(events).map(({ post }) => post);
  return {
    openapi: '3.1.1',
    info: information,
    servers: [{ url: '/', description: 'The service that answers this document.' }],
    security: [{ bearer: [] }],
    tags: [...tags.map(({ name, description }) => ({ name, description })), eventsTag],
    paths,
    webhooks: events,
    components: {
      securitySchemes,
      parameters: shareParameters([...operations, ...sent]),
      headers,
      examples: shareExamples(operations),
      responses: { ...problems.components(), Received: received, ...(hasRedirect && { Refusal: refusal }) },
      schemas: {
        Problem: problemSchema(),
        Event: { ...schemas.write(eventEnvelope, 'Event'), description: 'What every event has.' },
        ...schemas.components(),
      },
    },
  };
};
