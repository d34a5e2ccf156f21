import * as fc from 'fast-check';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listen,
  originForm,
  readBody,
  RequestAborted,
  requestUrl,
  respond,
  type LocalServer,
} from '@scangate/emulator-host/http-server';
import { requestTargets } from '#test/support/local/request-targets.ts';
import { sendBytes, sendTarget, statusOf } from '#test/support/local/raw-request.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { runs } from '#test/support/runs/samples.ts';

const reported: unknown[] = [];
const seen: string[] = [];
let server: LocalServer;
beforeAll(async () => {
  server = await listen(
    async (request, response) => {
      seen.push(requestUrl(request).pathname);
      if (request.url === '/broken') throw new Error('broken');
      const body = await readBody(request, 1000);
      respond(response, 200, { body: `${body.length}` });
    },
    { now: Date.now, report: (error) => void reported.push(error), requestTimeoutMs: 200 },
  );
});
afterAll(() => server.close());

const get = (target: string) => sendTarget(server.port, target);

test.each([
  '//',
  '//evil/path',
  'http://',
  'http:///path',
  'https://[::/',
  'ftp://host/',
  '*',
  '/\\evil',
  'x',
])('a request target that cannot be parsed gets 400: %s', async (target) => {
  const before = seen.length;
  expect(statusOf(await get(target))).toBe(400);
  expect(seen.length).toBe(before);
});

test.each([
  ['/', '/'],
  ['/a?b=//c', '/a'],
  ['http://other.example/path?query', '/path'],
  ['HTTPS://other.example', '/'],
  ['http://other.example?query', '/'],
])('a request target that can be parsed reaches the handler: %s', async (target, path) => {
  expect(statusOf(await get(target))).toBe(200);
  expect(seen.at(-1)).toBe(path);
});

test('for any request target the server answers or closes the connection, and keeps running', async () => {
  await fc.assert(
    fc.asyncProperty(requestTargets, async ({ method, target }) => {
      const answer = await sendTarget(server.port, target, method);
      expect(answer === '' || [200, 400, 408].includes(statusOf(answer))).toBe(true);
    }),
    { numRuns: runs(300) },
  );
  expect(statusOf(await get('/'))).toBe(200);
  expect(reported).toEqual([]);
});

test('every target in origin form can be parsed, and keeps its host', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
      const target = originForm(`/${text}`);
      if (target === undefined) return;
      expect(new URL(`http://127.0.0.1${target}`).host).toBe('127.0.0.1');
    }),
  );
});

test('a request whose body stalls is ended with 408', async () => {
  const head = 'POST /stalled HTTP/1.1\r\nHost: local\r\nContent-Length: 100\r\n\r\n';
  expect(statusOf(await sendBytes(server.port, `${head}only this`))).toBe(408);
  expect(statusOf(await sendBytes(server.port, 'GET /half HTTP/1.1\r\nHost: lo'))).toBe(408);
  expect(reported).toEqual([expect.any(RequestAborted)]);
  reported.length = 0;
});

test('a handler that throws is reported, and answered with 500', async () => {
  expect(statusOf(await get('/broken'))).toBe(500);
  expect(reported).toEqual([new Error('broken')]);
});

test('a server for localhost has one port in both families, and another one when a family is taken', async () => {
  const answer = (_request: unknown, response: Parameters<typeof respond>[0]): void => respond(response, 200);
  const both = await listen(answer, { now: Date.now, ipv6: true });
  const hosts = networkInterfaces()['lo']?.some(({ address }) => address === '::1')
    ? ['127.0.0.1', '[::1]', 'localhost']
    : ['127.0.0.1'];
  const statuses = hosts.map(async (host) => (await fetch(`http://${host}:${both.port}/`)).status);
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
  const other = await listen(answer, { now: Date.now, ipv6: true, port: both.port, fallback: true });
  expect(other.port).not.toBe(both.port);
  await Promise.all([both.close(), other.close()]);
});
