import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { ResolveHostname } from '#adapters/outbound/permitted-address.ts';
import { checkedFetch, type CheckedFetchOptions } from '#adapters/outbound/checked-fetch.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

const serverOf = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const bounds = { connectMs: 1_000, timeoutMs: 1_000, maxBytes: 1_000, excess: 'refuse' } as const;
const local: CheckedFetchOptions = { ...bounds, allowedAt: () => new Set(['https', 'loopback']) };
const deployed: CheckedFetchOptions = { ...bounds, allowedAt: () => new Set(['https']) };

const reasonOf = (options: CheckedFetchOptions, url: string): Promise<unknown> =>
  checkedFetch(options)(url).then(
    ({ status }) => status,
    (error: { reason?: string }) => error.reason,
  );

describe('a permitted request', () => {
  test('carries the headers and the body of the caller, and no others that identify the service', async () => {
    const seen: unknown[] = [];
    const origin = await serverOf((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push(request.method, request.headers, Buffer.concat(chunks).toString());
        response.setHeader('set-cookie', 'a=b').end('{"yes":true}');
      });
    });
    const response = await checkedFetch(local)(`${origin}/token`, {
      method: 'POST',
      headers: { authorization: 'Basic abc' },
      body: new URLSearchParams({ code: 'x y' }),
    });
    expect([response.status, response.url, await response.json()]).toEqual([
      200,
      `${origin}/token`,
      { yes: true },
    ]);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(seen).toEqual([
      'POST',
      {
        'user-agent': 'scangate',
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
        authorization: 'Basic abc',
        'accept-encoding': 'identity',
        'content-length': '8',
        host: new URL(origin).host,
        connection: 'close',
      },
      'code=x+y',
    ]);
  });

  test('returns a status of failure, so that the caller decides', async () => {
    const origin = await serverOf((_request, response) => response.writeHead(404).end('no'));
    expect(await reasonOf(local, origin)).toBe(404);
  });

  test('reads an answer of exactly the limit', async () => {
    const origin = await serverOf((_request, response) => response.end('x'.repeat(1_000)));
    expect(await reasonOf(local, origin)).toBe(200);
  });
});

describe('refused', () => {
  test.each([301, 302, 303, 307, 308])('a redirect with %d, also to the host itself', async (status) => {
    const origin = await serverOf((_request, response) =>
      response.writeHead(status, { location: '/' }).end(),
    );
    expect(await reasonOf(local, origin)).toBe('redirected');
  });

  test.each([
    ['with its length', (body: string) => ({ 'content-length': String(body.length) })],
    ['in chunks', () => ({})],
  ])('an answer above the limit, %s', async (_title, headers) => {
    const body = 'x'.repeat(1_001);
    const origin = await serverOf((_request, response) => response.writeHead(200, headers(body)).end(body));
    expect(await reasonOf(local, origin)).toBe('too_large');
  });

  test('an endless answer, at the limit', async () => {
    const origin = await serverOf((_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(100)), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(await reasonOf(local, origin)).toBe('too_large');
  });

  test('a compressed answer, whose size is unknown', async () => {
    const origin = await serverOf((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000))),
    );
    expect(await reasonOf(local, origin)).toBe('encoded');
  });

  test.each([
    ['never answers', () => {}],
    ['never ends', (_request: unknown, response: { write(text: string): void }) => response.write('x')],
  ])('a host that %s, at the deadline', async (_title, listener) => {
    const origin = await serverOf(listener as RequestListener);
    const started = performance.now();
    expect(await reasonOf({ ...local, timeoutMs: 200 }, origin)).toBe('timed_out');
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('a name that is never resolved, at the deadline', async () => {
    const resolve: ResolveHostname = () => {};
    expect(await reasonOf({ ...deployed, timeoutMs: 100, resolve }, 'https://issuer.example/')).toBe(
      'timed_out',
    );
  });

  test('this machine, unless the operator permits it', async () => {
    const origin = await serverOf((_request, response) => response.end('secret'));
    expect(await reasonOf(deployed, origin)).toBe('address_forbidden');
    expect(await reasonOf(local, origin)).toBe(200);
  });

  test.each([
    'https://169.254.169.254/latest/meta-data/',
    'http://169.254.169.254/',
    'https://[::ffff:169.254.169.254]/',
    'https://2852039166/',
    'https://10.0.0.1/',
    'http://8.8.8.8/',
    'https://[fd00:ec2::254]/',
  ])('the address %s, in every notation', async (url) => {
    expect(await reasonOf(local, url)).toBe('address_forbidden');
  });

  test.each(['169.254.169.254', '10.0.0.1', '127.0.0.1', 'fd00:ec2::254'])(
    'a name that resolves to %s',
    async (address) => {
      const resolve: ResolveHostname = (_name, _options, callback) =>
        callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
      expect(await reasonOf({ ...deployed, resolve }, 'https://issuer.example/')).toBe('address_forbidden');
    },
  );

  test.each([
    'https://user:pass@issuer.example/',
    'ftp://issuer.example/',
    'file:///etc/passwd',
    'nonsense',
    'https://a.example/#x',
  ])('the URL %s', async (url) => {
    expect(await reasonOf(local, url)).toBe('url_forbidden');
  });

  test('a host that is down', async () => {
    expect(await reasonOf(local, 'http://127.0.0.1:1/')).toBe('unreachable');
  });
});
