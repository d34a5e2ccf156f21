import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer } from '@scangate/mcp/server';
import { openSession } from '@scangate/mcp/session';
import { isSampled } from '#test/support/runs/samples.ts';
import { contextOf, newMcpWorld } from '#test/support/mcp/mcp-world.ts';

/** The suite speaks HTTP, so that the server of `scangate mcp` is mounted at an address of this machine. */

const mounted = createMcpHandler(() => createServer(openSession(contextOf(newMcpWorld()))));

const requestOf = async (message: IncomingMessage): Promise<Request> => {
  const body = await buffer(message);
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Request(`http://127.0.0.1${message.url ?? '/'}`, {
    method: message.method ?? 'GET',
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
};

/** Refuses what a page of another origin could send. */
const answer = async (request: Request): Promise<Response> =>
  hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
  originValidationResponse(request, localhostAllowedOrigins()) ??
  mounted.fetch(request);

const http = createHttpServer(async (message, response) => {
  const given = await answer(await requestOf(message));
  response.writeHead(given.status, Object.fromEntries(given.headers));
  for await (const piece of given.body ?? []) response.write(piece);
  response.end();
});
let url = '';
beforeAll(async () => {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
});
afterAll(async () => {
  http.closeAllConnections();
  http.close();
  await mounted.close();
});

const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

const scenarios = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'];

/**
 * Each scenario is a process, so that `npm test` runs some, and others on the next day; each night runs all.
 */
test.each(scenarios.filter((_one, index) => isSampled(index, 2)))(
  'the published conformance suite finds nothing wrong with %s',
  async (scenario) => {
    const args = [suite, 'server', '--url', url, '--scenario', scenario];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toMatch(/0 failed/);
  },
);
