import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Functions } from '@scangate/emulator-aws/lambda/functions';
import { openGateway } from '@scangate/emulator-aws/gateway/server';
import { idleLimitMs } from '@scangate/emulator-aws/gateway/stream-response';
import { listen, type LocalServer } from '@scangate/emulator-host/http-server';
import type { ApiPlan } from '@scangate/emulator-aws/template/api-plan';
import { openFixture, openWorkbench, type Workbench } from '../workbench.ts';

let bench: Workbench;
let functions: Functions;
let api: ApiPlan;
let server: LocalServer;
let shortTimeout: LocalServer;

const serve = (limits?: { timeoutMs?: number; idleMs?: number }, behind = functions) =>
  listen(
    openGateway({ api, functions: behind, now: bench.clock.now, report: bench.context.report, limits }),
    {
      now: bench.clock.now,
    },
  );

beforeAll(async () => {
  bench = await openWorkbench();
  const fixture = await openFixture(bench);
  functions = fixture.functions;
  api = fixture.plan.api as ApiPlan;
  server = await serve();
  shortTimeout = await serve({ timeoutMs: 150 });
});
afterAll(async () => {
  await server.close();
  await shortTimeout.close();
  await functions.close();
  await bench.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers });
const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/open`, { method: 'POST', body, headers });
/** The event that the function received. */
const eventOf = async (response: Response) =>
  (await response.json()) as { headers: Record<string, string> } & Record<string, unknown>;

test('a function sees the request as a proxy event', async () => {
  const response = await get('/open?a=1&b=x%20y&a=2', { 'X-Own': 'kept', Accept: 'text/plain' });
  expect(response.status).toBe(200);
  const event = await eventOf(response);
  expect(event).toMatchObject({
    resource: '/open',
    path: '/open',
    httpMethod: 'GET',
    queryStringParameters: { a: '2', b: 'x y' },
    multiValueQueryStringParameters: { a: ['1', '2'], b: ['x y'] },
    pathParameters: null,
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    requestContext: {
      stage: 'live',
      resourcePath: '/open',
      httpMethod: 'GET',
      identity: { sourceIp: expect.stringContaining('127.0.0.1') },
      requestId: response.headers.get('x-amzn-requestid'),
    },
  });
  expect(event['headers']).toMatchObject({ 'X-Own': 'kept', 'X-Forwarded-Proto': 'https' });
  expect(event['multiValueHeaders']).toMatchObject({ 'X-Own': ['kept'] });
});

test('connection and content length never reach a function', async () => {
  const { headers } = await eventOf(await post('hello'));
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  expect(names).toContain('host');
  expect(
    names.filter((name) => ['connection', 'content-length', 'transfer-encoding'].includes(name)),
  ).toEqual([]);
});

test('path parameters are decoded, and a fixed part wins over a placeholder', async () => {
  const allowed = { Authorization: 'Bearer x' };
  const one = await eventOf(await get('/items/a%2Fb', allowed));
  expect(one).toMatchObject({
    resource: '/items/{itemId}',
    pathParameters: { itemId: 'a/b' },
    path: '/items/a%2Fb',
  });
  expect(await eventOf(await get('/items/all', allowed))).toMatchObject({
    resource: '/items/all',
    pathParameters: null,
  });
});

test('an unknown path or method gets the gateway response for a missing token, and no function is invoked', async () => {
  bench.faults.resetCallCounts();
  for (const response of [
    await get('/nowhere'),
    await fetch(`${server.url}/items/1`, { method: 'DELETE' }),
    await get('/open/'),
  ]) {
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const requestId = response.headers.get('x-amzn-requestid');
    expect(response.headers.get('x-request-id')).toBe(requestId);
    expect(await response.json()).toEqual({ status: 404, requestId });
  }
  expect(bench.faults.callCounts()).toEqual([]);
});

test('without the identity header the response is 401 and the authorizer is not invoked', async () => {
  bench.faults.resetCallCounts();
  const response = await get('/items/1');
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(bench.faults.callCounts()).toEqual([]);
});

test("the authorizer's context reaches the function as texts, in the request context", async () => {
  const event = await eventOf(await get('/items/1', { Authorization: 'Bearer x' }));
  expect(event['requestContext']).toMatchObject({
    authorizer: { principalId: 'somebody', role: 'owner', limit: '5', trial: 'false' },
  });
});

test.each([
  ['nobody', 401],
  ['broken', 500],
  ['list', 500],
  ['denied', 403],
  ['both', 403],
  ['elsewhere', 403],
])('an authorizer result for %s gives %i, and the function is not invoked', async (word, status) => {
  bench.faults.resetCallCounts();
  const response = await get('/items/1', { Authorization: `Bearer ${word}` });
  expect(response.status).toBe(status);
  expect(bench.faults.callCounts().map((one) => one.operation)).toEqual(['authorizer']);
});

test('reserved headers of a function are renamed as API Gateway does', async () => {
  const response = await get('/open?headers=x');
  expect(response.headers.get('www-authenticate')).toBeNull();
  expect(response.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
  expect(response.headers.get('x-amzn-remapped-date')).toBe('never');
  expect(response.headers.get('x-amzn-remapped-server')).toBe('mine');
  expect(response.headers.get('x-own')).toBe('kept');
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test('a function sets status and content type; the default type is JSON', async () => {
  const response = await get('/open?status=418');
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    418,
    'text/plain',
    'the status of the query',
  ]);
  expect((await get('/open')).headers.get('content-type')).toBe('application/json');
});

test('a function that fails or returns a malformed response is a 502 without any details', async () => {
  for (const way of ['crash', 'malformed', 'status=99']) {
    const response = await get(`/open?${way}=x`.replace('=99=x', '=99'));
    expect([way, response.status]).toEqual([way, 502]);
    expect(await response.text()).toBe('{"message":"Internal server error"}');
  }
});

test('a body of a binary media type arrives as base64, any other as text', async () => {
  const packed = gzipSync('{"a":1}');
  const binary = await eventOf(await post(packed, { 'content-type': 'application/gzip' }));
  expect(binary).toMatchObject({ isBase64Encoded: true, body: packed.toString('base64') });
  const text = await eventOf(await post('{"a":"ä"}', { 'content-type': 'application/json' }));
  expect(text).toMatchObject({ isBase64Encoded: false, body: '{"a":"ä"}' });
});

test('a base64 response is decoded only for a caller whose first accepted type is binary', async () => {
  expect(await (await get('/open?binary=x', { Accept: 'application/gzip' })).text()).toBe('bytes');
  expect(await (await get('/open?binary=x', { Accept: 'text/plain, application/gzip' })).text()).toBe(
    Buffer.from('bytes').toString('base64'),
  );
});

test('Content-Encoding is decoded before the function sees the body', async () => {
  const event = await eventOf(
    await post(gzipSync('{"a":1}'), { 'content-encoding': 'gzip', 'content-type': 'application/json' }),
  );
  expect(event).toMatchObject({ body: '{"a":1}', isBase64Encoded: false });
  expect(Object.keys(event['headers']).map((name) => name.toLowerCase())).not.toContain('content-encoding');
  expect((await post('not gzip', { 'content-encoding': 'gzip' })).status).toBe(400);
  expect((await post('x', { 'content-encoding': 'br' })).status).toBe(415);
});

test('a body over 10,485,760 bytes is a 413 of the gateway, plain or decoded', async () => {
  bench.faults.resetCallCounts();
  const large = Buffer.alloc(10_485_761, 'x');
  const plain = await post(large, { 'content-type': 'application/gzip' });
  expect([plain.status, await plain.json()]).toEqual([413, { status: 413, requestId: expect.any(String) }]);
  const packed = await post(gzipSync(large), { 'content-encoding': 'gzip' });
  expect(packed.status).toBe(413);
  const guarded = await fetch(`${server.url}/items/1`, {
    method: 'POST',
    body: large,
    headers: { authorization: 'Bearer x' },
  });
  expect(guarded.status).toBe(413);
  expect(bench.faults.callCounts()).toEqual([]);
});

test('a body that does not fit the event of a function is a 413, and one just below passes', async () => {
  const headers = { 'content-type': 'application/json' };
  expect((await post('x'.repeat(6_291_456), headers)).status).toBe(413);
  // Each quotation mark takes two bytes in the event, and two more in its echo, which makes the response too large.
  expect((await post('"'.repeat(3_200_000), headers)).status).toBe(413);
  expect((await post('"'.repeat(1_200_000), headers)).status).toBe(200);
});

test('a response over 6 MB is a 502', async () => {
  expect((await get('/open?size=6291456')).status).toBe(502);
  expect((await get('/open?size=6000000')).status).toBe(200);
});

test('a function that exceeds the integration timeout is a 504 with its gateway response', async () => {
  const response = await fetch(`${shortTimeout.url}/slow`);
  expect([response.status, response.headers.get('content-type')]).toEqual([504, 'application/problem+json']);
});

test('a throttled function is an integration failure', async () => {
  bench.faults.inject({ service: 'lambda', operation: 'echo', kind: 'throttle', times: 1 });
  expect((await get('/open')).status).toBe(504);
});

test('a stream has its status and renamed headers, and may be longer than a buffered response', async () => {
  const response = await get('/stream?pieces=150');
  expect(response.status).toBe(202);
  expect(response.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
  expect((await response.text()).length).toBe(15_000_000);
});

test('a stream without a byte or a prelude, and a buffered response on a streaming route, are 502', async () => {
  expect((await get('/stream?empty=x')).status).toBe(502);
  expect((await get('/stream?bare=x')).status).toBe(502);
  expect((await get('/echo-streamed')).status).toBe(502);
});

test('a stream that breaks off is cut, so that no client treats it as complete', async () => {
  const response = await get('/stream?halfway=x');
  expect(response.status).toBe(202);
  await expect(response.text()).rejects.toThrow('terminated');
});

/** A gateway before a function that writes the given text at once and then stays silent. */
const beforeSilence = (written: string, limits: { timeoutMs?: number; idleMs?: number }) =>
  serve(limits, {
    ...functions,
    invokeStreamed: async (_function, _event, sink) => {
      if (written !== '') await sink(Buffer.from(written));
      return new Promise(() => undefined);
    },
  });
const begun = `{"statusCode":202}${'\0'.repeat(8)}begun`;

test.each([{ idleMs: 50 }, { timeoutMs: 50 }])('a stream that stays silent is a 504 (%j)', async (limits) => {
  const silent = await beforeSilence('', limits);
  expect((await fetch(`${silent.url}/stream`)).status).toBe(504);
  await silent.close();
});

test.each([{ idleMs: 50 }, { timeoutMs: 50 }])('a stream that stops halfway is cut (%j)', async (limits) => {
  const silent = await beforeSilence(begun, limits);
  const response = await fetch(`${silent.url}/stream`);
  expect(response.status).toBe(202);
  await expect(response.text()).rejects.toThrow('terminated');
  await silent.close();
});

test('edge endpoints have a shorter idle limit than regional ones', () => {
  expect([idleLimitMs({ ...api, regional: false }), idleLimitMs({ ...api, regional: true })]).toEqual([
    30_000, 300_000,
  ]);
});

test('when the caller hangs up, the function continues and the gateway serves other requests', async () => {
  await new Promise<void>((resolve) => {
    const sent = httpRequest(`${server.url}/stream?pieces=50`, (response) => {
      response.once('data', () => {
        sent.destroy();
        resolve();
      });
    });
    sent.on('error', () => {}).end();
  });
  expect((await get('/open')).status).toBe(200);
  expect(bench.reported).toEqual([]);
});
