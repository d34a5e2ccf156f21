import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendBytes, sendTarget, statusOf } from '#test/support/local/raw-request.ts';
import { bodyOf, configuration, planOf, startDistribution } from './fixture.ts';

/** The API repeats what it was sent, and misbehaves on demand. */
const api = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { method, url = '', headers } = request;
  if (url.includes('silent')) return;
  if (url.includes('cut')) {
    response.writeHead(200).write('begun');
    return;
  }
  if (url.includes('drop')) return void request.socket.destroy();
  const body = await bodyOf(request);
  response.setHeader('Set-Cookie', ['a=1', 'b=2']);
  response.setHeader('Connection', 'close');
  response.writeHead(418, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ method, url, headers, body }));
};

let edge: Awaited<ReturnType<typeof startDistribution>>;
beforeAll(async () => void (edge = await startDistribution((...call) => void api(...call))));
afterAll(() => edge.close());

interface Repeated {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}
const ask = (path: string, init?: RequestInit) => fetch(edge.url + path, { redirect: 'manual', ...init });
const repeated = async (path: string, init?: RequestInit) =>
  (await ask(path, init)).json() as Promise<Repeated>;

describe('an API behavior', () => {
  test('forwards method, path, query, body and headers, except the host', async () => {
    const headers = { Authorization: 'Bearer x', Cookie: 'c=1', 'X-Forwarded-For': '198.51.100.1' };
    const got = await repeated('/v1/things%2Fa?b=c%20d', { method: 'PATCH', body: 'text', headers });
    expect(got).toMatchObject({ method: 'PATCH', url: '/stage/v1/things%2Fa?b=c%20d', body: 'text' });
    expect(got.headers).toMatchObject({
      authorization: 'Bearer x',
      cookie: 'c=1',
      'x-forwarded-for': '198.51.100.1, 127.0.0.1',
      'from-distribution': 'secret',
    });
    expect(got.headers['host']).not.toBe(new URL(edge.url).host);
  });

  test('returns status, headers and cookies unchanged, without the policy of another behavior', async () => {
    const answer = await ask('/v1/x');
    expect([answer.status, answer.headers.getSetCookie(), answer.headers.get('own')]).toEqual([
      418,
      ['a=1', 'b=2'],
      null,
    ]);
  });

  test('sends a header of the distribution whatever the viewer sent', async () => {
    const { headers } = await repeated('/v1/x', { headers: { 'From-Distribution': 'forged' } });
    expect(headers['from-distribution']).toBe('secret');
  });

  test('answers 504 for a silent origin, 502 for one that hangs up, and cuts off half an answer', async () => {
    expect((await ask('/v1/silent')).status).toBe(504);
    expect((await ask('/v1/drop')).status).toBe(502);
    const half = await ask('/v1/cut');
    await expect(half.text()).rejects.toThrow('terminated');
  });

  test('refuses a GET with a body, as CloudFront does', async () => {
    const request = 'GET /v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx';
    expect(statusOf(await sendBytes(edge.port, request))).toBe(403);
  });
});

describe('the behavior', () => {
  test.each([
    ['/v1/x', 418],
    ['/docs', 418],
    ['/docs/file.js', 418],
    ['/x/../v1/y', 418],
    ['/%76%31/y', 418],
    ['/V1/x', 404],
    ['/v1', 404],
    ['/v1%2Fx', 404],
    ['/v1/..', 404],
    ['/page', 200],
  ])('of %s is chosen by its normalized path: %i', async (target, status) => {
    expect(statusOf(await sendTarget(edge.port, target))).toBe(status);
  });
});

describe('a behavior of a bucket', () => {
  test('answers with the headers of the policy, and keeps those it may not override', async () => {
    for (const [path, status] of [
      ['/page', 200],
      ['/missing', 404],
      ['/moved', 301],
    ] as const) {
      const answer = await ask(path);
      expect([
        answer.status,
        answer.headers.get('own'),
        answer.headers.get('x-content-type-options'),
      ]).toEqual([status, 'yes', 'nosniff']);
    }
    expect((await ask('/page')).headers.get('cache-control')).toBe('no-cache');
  });

  test('calls the function first, which sees the viewer and may answer directly', async () => {
    expect((await ask('/moved')).headers.get('location')).toBe('/page');
    expect(await (await ask('/who')).text()).toBe('you');
  });

  test('compresses large objects, for clients that accept it', async () => {
    const large = await ask('/large.js', { headers: { 'Accept-Encoding': 'gzip' } });
    expect([large.headers.get('content-encoding'), (await large.text()).length]).toEqual(['gzip', 5_000]);
    const plain = await ask('/large.js', { headers: { 'Accept-Encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBe(null);
    expect((await ask('/page')).headers.get('content-encoding')).toBe(null);
  });

  test('answers 304 to clients that have it, and only the headers to HEAD', async () => {
    const etag = (await ask('/page')).headers.get('etag') ?? '';
    const again = await ask('/page', { headers: { 'If-None-Match': etag } });
    expect([again.status, again.headers.get('own')]).toEqual([304, 'yes']);
    const head = await ask('/page', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '6', '']);
  });

  test('answers 404 for an object that was removed, and returns it once it is back', async () => {
    expect([(await ask('/removed.js')).status, (await ask('/removed.js')).status]).toEqual([404, 404]);
    edge.put('removed.js', 'back');
    expect(await (await ask('/removed.js')).text()).toBe('back');
  });

  test('accepts no other method', async () => {
    expect((await ask('/page', { method: 'POST', body: 'x' })).status).toBe(403);
  });
});

describe('a template', () => {
  const refused = (changed: Parameters<typeof configuration>[0]) => () => planOf(configuration(changed));

  test('with a setting that the local CloudFront does not support ends the start', () => {
    expect(refused({ CustomErrorResponses: [{ ErrorCode: 404 }] })).toThrow(/error responses of its own/);
    expect(refused({ Origins: [{ Id: 'files', DomainName: 'elsewhere.example' }] })).toThrow(
      /the origin elsewhere\.example/,
    );
    expect(refused({ DefaultCacheBehavior: { TargetOriginId: 'files', CachePolicyId: 'own' } })).toThrow(
      /cache policy of its own/,
    );
  });
});
