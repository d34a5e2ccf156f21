import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { ApiProblem, ConnectionLost, ServiceSilent, createClient } from '@scangate/client';
import { fakeService, hangUp, json, problem } from './fake-service.ts';

const scanId = '0199aaaa-0000-7000-8000-000000000001';
const repositoryId = '0199aaaa-0000-4000-8000-000000000002';
const order = { repositoryId, commitHash: 'a'.repeat(40) };
const created = { scanId, status: 'queued' };
const gate = { apiGateSeverityThreshold: 'critical' };
const rename = { body: { apiGateSeverityThreshold: 'high' }, headers: { 'If-Match': '"1"' } } as const;

describe('a call', () => {
  test('is sent to the endpoint of its name, with parameters, query, body and token', async () => {
    const { client, requests } = await fakeService([json(200, { items: [] })]);
    await client.call('list-findings', { params: { scanId: 'a/b' }, query: { limit: 7 } });
    await client.call('create-scan', { body: order });

    expect(requests[0]).toMatchObject({
      method: 'GET',
      path: '/v1/scans/a%2Fb/findings',
      query: { limit: '7' },
    });
    expect(requests[1]).toMatchObject({ method: 'POST', path: '/v1/scans' });
    expect(JSON.parse(String(requests[1]?.body))).toEqual(order);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer the-token',
      'Bearer the-token',
    ]);
  });

  test('has the types of its operation', async () => {
    const { client } = await fakeService([json(200, gate, { etag: '"1"' })]);
    const answer = await client.call('get-gate');
    expectTypeOf(answer.body.apiGateSeverityThreshold).toEqualTypeOf<
      'critical' | 'high' | 'medium' | 'low'
    >();
    expectTypeOf(client.call<'create-scan'>)
      .parameter(1)
      .toHaveProperty('body');
    expectTypeOf(client.call<'wait-scan'>)
      .parameter(1)
      .toHaveProperty('params')
      .toEqualTypeOf<{ scanId: string }>();
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"1"']);
  });

  test.each(['..', '.', ''])('does not reach another endpoint with the parameter "%s"', async (id) => {
    const { client, requests } = await fakeService([json(200, {})]);
    await expect(client.call('get-scan', { params: { scanId: id } })).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  test('throws a refusal as a problem with code, status, request id and members', async () => {
    const errors = [{ pointer: '/commitHash', code: 'invalid', detail: 'no' }];
    const { client, requests } = await fakeService([
      problem(402, 'insufficient_credits', { pool: 'core', errors }),
    ]);
    const error = await client.call('create-scan', { body: order }).catch((e: unknown) => e);

    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({
      code: 'insufficient_credits',
      status: 402,
      requestId: 'r-1',
      retryable: false,
      message: 'It is insufficient_credits.',
      errors,
      members: { pool: 'core' },
    });
    expect(requests).toHaveLength(1);
  });

  test('throws a response that is not from the service as a problem, too', async () => {
    const { client } = await fakeService([(response) => response.writeHead(404).end('<html>')]);
    await expect(client.call('get-gate')).rejects.toMatchObject({ code: 'unexpected_answer', status: 404 });
    const { client: other } = await fakeService([(response) => response.writeHead(200).end('<html>')]);
    await expect(other.call('get-gate')).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 });
  });

  test('ends with the reason of its signal', async () => {
    const { client, sleepsMs } = await fakeService([() => undefined]);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.call('get-gate', { signal })).rejects.toThrow('enough');
    expect(sleepsMs).toEqual([]);
  });
});

describe('the token', () => {
  test.each(['http://localhost:4010', 'http://127.0.0.1', 'http://127.8.0.1', 'http://[::1]:4010'])(
    'is sent over http to this machine only: %s',
    (baseUrl) => {
      expect(() => createClient({ baseUrl, token: 't' })).not.toThrow();
    },
  );

  test.each(['http://scangate.example', 'ftp://127.0.0.1', 'http://127.0.0.1.example'])(
    'is not sent over http to %s',
    (baseUrl) => {
      expect(() => createClient({ baseUrl, token: 't', newIdempotencyKey: () => 'k' })).toThrow(TypeError);
    },
  );

  test('is not sent along a redirect', async () => {
    const other = await fakeService([json(200, gate)]);
    const { client, requests } = await fakeService([
      (response) => response.writeHead(307, { location: other.url }).end(),
    ]);
    await expect(client.call('get-gate')).rejects.toMatchObject({ code: 'unexpected_answer', status: 307 });
    expect(other.requests).toEqual([]);
    expect(requests).toHaveLength(1);
  });
});

describe('a retry', () => {
  test('waits for Retry-After', async () => {
    const { client, requests, sleepsMs } = await fakeService([
      problem(429, 'rate_limited', {}, { 'retry-after': '7' }),
      problem(503, 'temporarily_unavailable', {}, { 'retry-after': '2' }),
      json(200, gate),
    ]);
    await client.call('get-gate');
    expect(sleepsMs).toEqual([7000, 2000]);
    expect(requests).toHaveLength(3);
  });

  test('of a creating call has the same Idempotency-Key, and another call has another', async () => {
    const { client, requests } = await fakeService([
      hangUp,
      problem(503, 'temporarily_unavailable'),
      problem(409, 'idempotency_in_progress', { retryable: true }),
      json(201, created),
    ]);
    expect((await client.call('create-scan', { body: order })).body).toEqual(created);
    await client.call('create-scan', { body: order });
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['key-1', 'key-1', 'key-1', 'key-1', 'key-2']);
  });

  test("keeps the caller's own Idempotency-Key", async () => {
    const { client, requests } = await fakeService([hangUp, json(201, created)]);
    await client.call('create-scan', { body: order, idempotencyKey: 'build-17' });
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['build-17', 'build-17']);
  });

  test('of a call that is not idempotent happens only if it had no effect', async () => {
    const limited = await fakeService([problem(429, 'rate_limited'), json(200, gate)]);
    await limited.client.call('change-gate', rename);
    expect(limited.requests).toHaveLength(2);

    const down = await fakeService([problem(503, 'temporarily_unavailable'), json(200, gate)]);
    await expect(down.client.call('change-gate', rename)).rejects.toMatchObject({ status: 503 });
    const lost = await fakeService([hangUp, json(200, gate)]);
    await expect(lost.client.call('change-gate', rename)).rejects.toThrow(ConnectionLost);
    expect([...down.requests, ...lost.requests]).toHaveLength(2);
  });

  test('ends after five attempts with the last failure', async () => {
    const { client, requests, sleepsMs } = await fakeService([problem(503, 'temporarily_unavailable')]);
    await expect(client.call('get-gate')).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    expect(requests).toHaveLength(5);
    expect(sleepsMs).toEqual([500, 1000, 2000, 4000]);
  });

  test('is given up when it would have to wait for an hour', async () => {
    const { client, sleepsMs } = await fakeService([
      problem(429, 'rate_limited', {}, { 'retry-after': '3600' }),
    ]);
    await expect(client.call('get-gate')).rejects.toMatchObject({ retryAfterSeconds: 3600 });
    expect(sleepsMs).toEqual([]);
  });
});

describe('a service that is silent', () => {
  test('is given up after a minute, and not requested again', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(60_000);
      return AbortSignal.abort(new DOMException('over', 'TimeoutError'));
    });
    try {
      const { client, sleepsMs } = await fakeService([() => undefined]);
      await expect(client.call('get-gate')).rejects.toThrow(ServiceSilent);
      expect(sleepsMs).toEqual([]);
    } finally {
      timeout.mockRestore();
    }
  });
});

describe('a list', () => {
  test('is read page by page with the cursors', async () => {
    const { client, requests } = await fakeService([
      json(200, { items: [{ fullName: 'a/a' }, { fullName: 'b/b' }], nextCursor: 'two' }),
      json(200, { items: [{ fullName: 'c/c' }] }),
    ]);
    const names: string[] = [];
    for await (const { fullName } of client.items('list-repositories', { query: { limit: 2 } }))
      names.push(fullName);
    expect(names).toEqual(['a/a', 'b/b', 'c/c']);
    expect(requests.map(({ query }) => query)).toEqual([{ limit: '2' }, { limit: '2', cursor: 'two' }]);
  });
});

describe('a malformed list', () => {
  test.each([
    ['no items', {}],
    ['items that are not a list', { items: {} }],
    ['nothing', null],
    ['the same cursor again', { items: [], nextCursor: 'two' }],
  ])('with %s ends as an unexpected answer', async (_what, page) => {
    const { client, requests } = await fakeService([
      json(200, { items: [], nextCursor: 'two' }),
      json(200, page),
    ]);
    await expect(Array.fromAsync(client.items('list-repositories'))).rejects.toMatchObject({
      code: 'unexpected_answer',
      status: 200,
    });
    expect(requests).toHaveLength(2);
  });
});

/** Text that gzip compresses to three quarters at best. */
const noise = (length: number): string => {
  let [text, block] = ['', 'seed'];
  while (text.length < length) text += block = createHash('sha512').update(block).digest('base64url');
  return text.slice(0, length);
};
const withLockfile = (content: string) => ({
  ...order,
  projectUnitId: repositoryId,
  lockfile: { path: 'package-lock.json', content },
});

describe('a large scan request', () => {
  test('is sent as plain JSON up to 4.5 MB', async () => {
    const { client, requests } = await fakeService([json(201, created)]);
    await client.call('create-scan', { body: withLockfile('x'.repeat(4_400_000)) });
    expect(requests[0]?.headers['content-type']).toBe('application/json');
  });

  test('is sent compressed above 4.5 MB', async () => {
    const { client, requests } = await fakeService([hangUp, json(201, created)]);
    const body = withLockfile('x'.repeat(5_000_000));
    await client.call('create-scan', { body });
    expect(requests.map(({ headers }) => headers['content-type'])).toEqual([
      'application/gzip',
      'application/gzip',
    ]);
    expect(JSON.parse(String(gunzipSync(requests[1]?.body ?? '')))).toEqual(body);
  });

  test('is sent compressed below 4.5 MB when its quotes do not fit into the event', async () => {
    const { client, requests } = await fakeService([json(201, created)]);
    await client.call('create-scan', { body: withLockfile('"'.repeat(2_200_000)) });
    expect(requests[0]?.headers['content-type']).toBe('application/gzip');
  });

  test('is uploaded without the token when compressing does not help, and created by its uploadId', async () => {
    const storage = await fakeService([hangUp, (response) => response.writeHead(200).end()]);
    const upload = {
      uploadId: repositoryId,
      url: `${storage.url}/bucket/key?signed=1`,
      method: 'PUT',
      headers: { 'content-length': '1', 'x-amz-checksum-sha256': 'sum' },
      expiresAt: '2026-01-01T00:00:00Z',
    };
    const { client, requests } = await fakeService([json(201, upload), json(201, created)]);
    const body = withLockfile(noise(6_200_000));
    await client.call('create-scan', { body });

    const sent = storage.requests[1]?.body ?? Buffer.alloc(0);
    expect(JSON.parse(String(sent))).toEqual(body);
    expect(storage.requests[1]).toMatchObject({ method: 'PUT', headers: { 'x-amz-checksum-sha256': 'sum' } });
    expect(storage.requests[1]?.headers.authorization).toBeUndefined();
    const sha256 = createHash('sha256').update(sent).digest('hex');
    expect(JSON.parse(String(requests[0]?.body))).toEqual({ contentLength: sent.length, sha256 });
    expect(JSON.parse(String(requests[1]?.body))).toEqual({ uploadId: repositoryId });
  });

  test('creates no scan when the storage refuses the upload', async () => {
    const storage = await fakeService([(response) => response.writeHead(403).end('<Error/>')]);
    const { client, requests } = await fakeService([
      json(201, { uploadId: repositoryId, url: storage.url, headers: {} }),
    ]);
    await expect(client.call('create-scan', { body: withLockfile(noise(6_200_000)) })).rejects.toMatchObject({
      status: 403,
    });
    expect(requests.map(({ path }) => path)).toEqual(['/v1/uploads']);
  });
});
