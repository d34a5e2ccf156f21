import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Runs examples/curl/exchange-token.sh against a fake service that answers as the service does. */

let answer = { status: 201, body: {} as object };
const sent: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += String(chunk)));
  request.on('end', () => {
    sent.push(`${request.method} ${request.url} ${body}`);
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  });
});
beforeAll(() => new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening)));
afterAll(() => void server.close());

const run = (environment: Record<string, string> = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const env = {
      PATH: process.env['PATH'],
      SCANGATE_URL: url,
      SCANGATE_ORGANIZATION: 'o-1',
      JWT: 'a.b.c',
      ...environment,
    };
    execFile('sh', ['examples/curl/exchange-token.sh'], { env }, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });

test('it prints only the token, and sends the JWT once', async () => {
  answer = { status: 201, body: { token: 'sgw_x', trustId: 't' } };
  expect(await run()).toEqual({ code: 0, stdout: 'sgw_x\n', stderr: '' });
  expect(sent).toEqual(['POST /v1/oidc/exchange {"organizationId":"o-1","token":"a.b.c"}']);
});

test.each([
  [401, 4],
  [403, 4],
  [402, 5],
  [409, 6],
  [404, 6],
  [429, 3],
  [503, 3],
])('%d ends with %d, with the reason and without the JWT', async (status, code) => {
  answer = { status, body: { code: 'some_code', detail: 'Some detail.' } };
  const ended = await run();
  expect([ended.code, ended.stdout]).toEqual([code, '']);
  expect(ended.stderr).toBe(`Scangate answered ${status}: some_code: Some detail.\n`);
});

test('a missing answer ends with 3, and a missing variable is named', async () => {
  expect((await run({ SCANGATE_URL: 'http://127.0.0.1:1' })).code).toBe(3);
  expect((await run({ JWT: '' })).stderr).toContain('set JWT');
});
