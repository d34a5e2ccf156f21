import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { headerViolations } from '#test/support/api/contract-violations.ts';

const endpoint = defineEndpoint({
  name: 'probe',
  method: 'POST',
  path: '/v1/probes/{probeId}',
  summary: 'Probe.',
  access: 'public',
  roles: [],
  scopes: [],
  params: z.object({ probeId: z.string().max(4) }),
  query: z.strictObject({ dry: z.enum(['yes', 'no']).optional() }),
  body: z.strictObject({ name: z.string() }),
  responses: { 200: { description: 'The probe.', schema: z.object({ name: z.string() }) } },
  problems: ['not_found'],
  needs: {},
});

const handler = servePublic(endpoint, {}, async ({ body, params, query }) => ({
  status: 200,
  body: { name: `${params.probeId} ${body.name} ${query.dry}` },
}));

interface Sent {
  method?: string;
  probeId?: string;
  query?: Record<string, string>;
  body?: unknown;
}

const send = async ({ method = 'POST', probeId = 'p1', query = {}, body = { name: 'a' } }: Sent) => {
  const event = {
    httpMethod: method,
    path: `/v1/probes/${probeId}`,
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer nothing' },
    pathParameters: { probeId },
    queryStringParameters: query,
    body: JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: { requestId: 'gateway-request' },
  } as unknown as APIGatewayProxyEvent;
  const answer = (await handler(event, {} as never)) as unknown as {
    statusCode: number;
    headers: Record<string, string>;
    body: string;
  };
  expect(headerViolations(answer.headers)).toEqual([]);
  const { code, name } = JSON.parse(answer.body) as { code?: string; name?: string };
  return [answer.statusCode, code ?? name];
};

test('answers without a caller, and reads no credential', async () => {
  expect(await send({ query: { dry: 'yes' } })).toEqual([200, 'p1 a yes']);
});

test('refuses what does not fit, with the headers of every answer', async () => {
  expect(await send({ method: 'PUT' })).toEqual([405, 'method_not_allowed']);
  expect(await send({ query: { dry: 'perhaps' } })).toEqual([400, 'invalid_query']);
  expect(await send({ body: { name: 'a', more: 1 } })).toEqual([422, 'unknown_field']);
  expect(await send({ probeId: 'too long' })).toEqual([404, 'not_found']);
});
