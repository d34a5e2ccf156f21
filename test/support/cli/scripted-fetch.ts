import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

export type ScriptedAnswer = (request: SentRequest) => { status?: number; json?: unknown; text?: string };

/** A fetch that answers from a function, and keeps what it was sent. */
export const scriptedFetch = (answer: ScriptedAnswer) => {
  const sent: SentRequest[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request: SentRequest = {
      method: init.method ?? 'GET',
      url: String(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    sent.push(request);
    const { status = 200, json, text } = answer(request);
    return new Response(status === 204 ? null : (text ?? JSON.stringify(json ?? {})), { status });
  };
  return { sent, fetch: fetch as typeof globalThis.fetch };
};

/** Serves the same answers at an address of this machine. */
export const scriptedServer = async (answer: ScriptedAnswer): Promise<string> => {
  const server = createServer(async (request, response) => {
    const body = await readText(request);
    const { fetch } = scriptedFetch(answer);
    const given = await fetch(`http://127.0.0.1${request.url ?? '/'}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
      ...(body !== '' && { body }),
    });
    response.writeHead(given.status).end(await given.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
