import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createClient, type Client } from '@scangate/client';
import type { CredentialOptions, SessionOwner } from '@scangate/client/credential';

interface ReceivedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export type Reply = (response: ServerResponse, request: ReceivedRequest) => unknown;

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const problem = (status: number, code: string, members: object = {}, headers = {}): Reply =>
  json(
    status,
    { status, code, title: code, detail: `It is ${code}.`, requestId: 'r-1', ...members },
    headers,
  );

/** Closes the connection without a response. */
export const hangUp: Reply = (response) => response.destroy();

export interface FakeService {
  url: string;
  client: Client;
  /** The received requests, in order. */
  requests: ReceivedRequest[];
  /** The delays that the client slept, in order. */
  sleepsMs: number[];
}

type FakeOptions = {
  tickMs?: number;
  csrfToken?: () => string;
  owner?: SessionOwner;
  token?: () => string;
};

const credentialOf = ({ token, csrfToken, owner }: FakeOptions): CredentialOptions =>
  csrfToken ? { csrfToken, ...owner } : { token: token ?? 'the-token' };

/**
 * Starts a service that gives these replies in turn, and the last one forever, with a client of it. The client's clock
 * moves by its own sleep, and by `tickMs` each time it is read.
 */
export const fakeService = async (
  replies: Reply[],
  { tickMs = 0, ...options }: FakeOptions = {},
): Promise<FakeService> => {
  const requests: ReceivedRequest[] = [];
  const sleepsMs: number[] = [];
  let [now, keys] = [0, 0];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    const received: ReceivedRequest = {
      method: request.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    requests.push(received);
    await (replies.length > 1 ? replies.shift() : replies[0])?.(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({
    baseUrl: url,
    ...credentialOf(options),
    newIdempotencyKey: () => `key-${(keys += 1)}`,
    sleep: async (delayMs) => {
      sleepsMs.push(delayMs);
      now += delayMs;
    },
    elapsedMs: () => (now += tickMs),
  });
  return { url, client, requests, sleepsMs };
};
