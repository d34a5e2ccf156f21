import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { outboundHosts } from '#adapters/outbound/outbound.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import type { LivenessContract } from './contracts.ts';

/** `live` and `refused` are those of the contract; the others are what providers do on bad days. */
export type ProviderMood = 'live' | 'refused' | 'fails' | 'redirects' | 'hangs' | 'babbles';

const matches = ({ headers, method }: IncomingMessage, { request }: LivenessContract): boolean =>
  method === request.method &&
  Object.entries(request.headers).every(([name, value]) => headers[name] === value);

/**
 * A fake server for all providers, which answers a read as the contract of its host and path says, 404 to anything
 * else and records every request.
 */
export const serveProviders = async (contracts: readonly LivenessContract[]) => {
  const asked: { method: string; url: string; body: number }[] = [];
  let mood: ProviderMood = 'live';
  const server = createServer((request, response) => {
    const at = request.url ?? '';
    asked.push({
      method: request.method ?? '',
      url: at,
      body: Number(request.headers['content-length'] ?? 0),
    });
    const contract = contracts.find(
      (one) => `/${one.request.host}${one.request.path}` === at && matches(request, one),
    );
    if (!contract) return void response.writeHead(404).end();
    if (mood === 'hangs') return undefined;
    if (mood === 'redirects') return void response.writeHead(302, { location: '/elsewhere' }).end();
    if (mood === 'fails') return void response.writeHead(500).end('{}');
    if (mood === 'babbles') return void response.writeHead(200).end('<html>'.repeat(2_000_000));
    const { status, body } = contract[mood];
    return void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const hosts = outboundHosts({
    privateHosts: new Set(['provider:127.0.0.1']),
    allowed: { provider: new Set(['https', 'loopback']) },
  });
  const through = hosts.fetch('provider');
  /** Sends what is for a provider to this server, by the checks of every request to the outside. */
  const fetch: OutboundFetch = (url, request) => {
    const { protocol, host, pathname, search } = new URL(url);
    if (protocol !== 'https:') throw new Error('the request is not over https');
    return through(`http://127.0.0.1:${port}/${host}${pathname}${search}`, request);
  };
  return { fetch, asked, be: (next: ProviderMood) => void (mood = next) };
};
