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
let impatient: LocalServer;

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
  impatient = await serve({ timeoutMs: 150 });
});
afterAll(async () => {
  await server.close();
  await impatient.close();
  await functions.close();
  await bench.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers });
const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/open`, { method: 'POST', body, headers });
/** The event the function was given. */
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

test('an unknown path or method is the gateway response for a missing token, without asking anybody', async () => {
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

test('without the identity header the answer is 401 and the authorizer is not asked', async () => {
  bench.faults.resetCallCounts();
  const response = await get('/items/1');
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(bench.faults.callCounts()).toEqual([]);
});

test("what the authorizer tells arrives as texts, whatever it was, and with the caller's own request", async () => {
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
])('an authorizer that answers for %s gives %i, and the function is not asked', async (word, status) => {
  bench.faults.resetCallCounts();
  const response = await get('/items/1', { Authorization: `Bearer ${word}` });
  expect(response.status).toBe(status);
  expect(bench.faults.callCounts().map((one) => one.operation)).toEqual(['authorizer']);
});

test('headers a function may not send are renamed as AWS renames them', async () => {
  const response = await get('/open?headers=x');
  expect(response.headers.get('www-authenticate')).toBeNull();
  expect(response.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
  expect(response.headers.get('x-amzn-remapped-date')).toBe('never');
  expect(response.headers.get('x-amzn-remapped-server')).toBe('mine');
  expect(response.headers.get('x-own')).toBe('kept');
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test('status and type are as the function says; JSON where it says nothing', async () => {
  const asked = await get('/open?status=418');
  expect([asked.status, asked.headers.get('content-type'), await asked.text()]).toEqual([
    418,
    'text/plain',
    'as asked',
  ]);
  expect((await get('/open')).headers.get('content-type')).toBe('application/json');
});

test('a function that fails or answers nonsense is 502, and nothing of it gets out', async () => {
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

test('a base64 answer becomes bytes only for who accepts a binary media type first', async () => {
  expect(await (await get('/open?binary=x', { Accept: 'application/gzip' })).text()).toBe('bytes');
  expect(await (await get('/open?binary=x', { Accept: 'text/plain, application/gzip' })).text()).toBe(
    Buffer.from('bytes').toString('base64'),
  );
});

test('Content-Encoding is taken off before the function sees the body', async () => {
  const event = await eventOf(
    await post(gzipSync('{"a":1}'), { 'content-encoding': 'gzip', 'content-type': 'application/json' }),
  );
  expect(event).toMatchObject({ body: '{"a":1}', isBase64Encoded: false });
  expect(Object.keys(event['headers']).map((name) => name.toLowerCase())).not.toContain('content-encoding');
  expect((await post('not gzip', { 'content-encoding': 'gzip' })).status).toBe(400);
  expect((await post('x', { 'content-encoding': 'br' })).status).toBe(415);
});

test('a body over 10,485,760 bytes is 413 by the gateway, plain or once it is unpacked', async () => {
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

test('a body that does not fit the event of a function is 413, and one just below passes', async () => {
  const headers = { 'content-type': 'application/json' };
  expect((await post('x'.repeat(6_291_456), headers)).status).toBe(413);
  // Each quotation mark takes two bytes within the event, and so does each in its echo: over on the way back.
  expect((await post('"'.repeat(3_200_000), headers)).status).toBe(413);
  expect((await post('"'.repeat(1_200_000), headers)).status).toBe(200);
});

test('an answer over 6 MB is 502', async () => {
  expect((await get('/open?size=6291456')).status).toBe(502);
  expect((await get('/open?size=6000000')).status).toBe(200);
});

test('a function that takes longer than the integration may is 504, by its own gateway response', async () => {
  const response = await fetch(`${impatient.url}/slow`);
  expect([response.status, response.headers.get('content-type')]).toEqual([504, 'application/problem+json']);
});

test('a throttled function is an integration failure', async () => {
  bench.faults.inject({ service: 'lambda', operation: 'echo', kind: 'throttle', times: 1 });
  expect((await get('/open')).status).toBe(504);
});

test('a stream comes with its status and headers, renamed too, and is longer than any buffered answer may be', async () => {
  const response = await get('/stream?pieces=150');
  expect(response.status).toBe(202);
  expect(response.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
  expect((await response.text()).length).toBe(15_000_000);
});

test('a stream without a byte, without a prelude, and a buffered answer to a streaming route are 502', async () => {
  expect((await get('/stream?empty=x')).status).toBe(502);
  expect((await get('/stream?bare=x')).status).toBe(502);
  expect((await get('/echo-streamed')).status).toBe(502);
});

test('a stream that breaks halfway is cut, so that nobody takes it for whole', async () => {
  const response = await get('/stream?halfway=x');
  expect(response.status).toBe(202);
  await expect(response.text()).rejects.toThrow('terminated');
});

/** A gateway before a function that writes what it is told, at once, and then nothing any more. */
const beforeSilence = (written: string, limits: { timeoutMs?: number; idleMs?: number }) =>
  serve(limits, {
    ...functions,
    invokeStreamed: async (_function, _event, sink) => {
      if (written !== '') await sink(Buffer.from(written));
      return new Promise(() => undefined);
    },
  });
const begun = `{"statusCode":202}${'\0'.repeat(8)}begun`;

test.each([{ idleMs: 50 }, { timeoutMs: 50 }])(
  'a stream that never says anything is 504 (%j)',
  async (limits) => {
    const silent = await beforeSilence('', limits);
    expect((await fetch(`${silent.url}/stream`)).status).toBe(504);
    await silent.close();
  },
);

test.each([{ idleMs: 50 }, { timeoutMs: 50 }])('a stream that stops halfway is cut (%j)', async (limits) => {
  const silent = await beforeSilence(begun, limits);
  const response = await fetch(`${silent.url}/stream`);
  expect(response.status).toBe(202);
  await expect(response.text()).rejects.toThrow('terminated');
  await silent.close();
});

test('edge endpoints are less patient than regional ones', () => {
  expect([idleLimitMs({ ...api, regional: false }), idleLimitMs({ ...api, regional: true })]).toEqual([
    30_000, 300_000,
  ]);
});

test('when the caller hangs up, the function runs on and the gateway serves others', async () => {
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
