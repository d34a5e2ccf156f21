import type { APIGatewayProxyEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { rateState } from '@scangate/domain/rate-limit';
import { toAuthorizerContext } from '#runtime/authorizer-context.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newOrganization, noon } from '#test/support/world.ts';

type Handler = (
  event: APIGatewayProxyEvent,
  context: object,
) => Promise<{ statusCode: number; headers: Record<string, string>; body: string }>;

const table: readonly EndpointSpec[] = endpoints;
const buffered = table.filter(({ stream }) => !stream);

beforeEach(resetWorld);

/** Sends a method to the Lambda of an endpoint, as the gateway does for the first endpoint of a path. */
const send = async (endpoint: EndpointSpec, httpMethod: string) => {
  const caller = (await newOrganization(world.store)).as('owner');
  const { handler } = (await import(`../../functions/api/${endpoint.name}/handler.ts`)) as {
    handler: Handler;
  };
  const event = {
    httpMethod,
    path: endpoint.path,
    headers: {},
    pathParameters: null,
    queryStringParameters: null,
    body: null,
    isBase64Encoded: false,
    requestContext: {
      requestId: 'gateway-request',
      authorizer: toAuthorizerContext(caller, rateState(1, noon)),
    },
  } as unknown as APIGatewayProxyEvent;
  return handler(event, {});
};

describe('a method that a path does not have', () => {
  test('is 405 with Allow, before anything of the request is read', async () => {
    vi.stubEnv('ALLOWED_METHODS', 'GET, POST');
    const endpoint = table.find(({ name }) => name === 'create-scan')!;
    const { statusCode, headers, body } = await send(endpoint, 'PUT');
    expect([statusCode, headers['Allow'], headers['Content-Type']]).toEqual([
      405,
      'GET, POST',
      'application/problem+json',
    ]);
    expect(JSON.parse(body)).toMatchObject({
      code: 'method_not_allowed',
      detail: 'This path has GET, POST only.',
      requestId: 'gateway-request',
      retryable: false,
    });
    vi.unstubAllEnvs();
  });

  test.each(buffered)('is refused by $name, which does nothing', async (endpoint) => {
    for (const method of ['HEAD', 'OPTIONS', 'TRACE']) {
      const commit = vi.spyOn(world.store, 'commit');
      const { statusCode, headers } = await send(endpoint, method);
      expect([statusCode, headers['Allow']]).toEqual([405, endpoint.method]);
      // The organization of the test itself.
      expect(commit.mock.calls.length).toBeLessThanOrEqual(1);
      commit.mockRestore();
    }
  });
});

test('a 403 is recorded for the audit log, and no other refusal', async () => {
  const { as } = await newOrganization(world.store);
  const ask = (role: 'member' | 'owner', body: object) =>
    call('change-member', { caller: as(role), params: { personId: as('billing').personId }, body });
  expect((await ask('owner', { unknown: 1 })).status).toBe(422);
  expect(world.store.all('refusal')).toEqual([]);
  expect((await ask('member', { role: 'owner' })).status).toBe(403);
  // On a busy machine the answer does not wait for the record.
  await vi.waitFor(() => expect(world.store.all('refusal')).toMatchObject([{ endpoint: 'change-member' }]));
});
