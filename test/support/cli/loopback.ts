import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));

export interface LoopbackServer {
  url: string;
  close: () => void;
}

/** Serves the answers of a fetch at an address of this machine, for a process of its own. */
export const listenOnLoopback = async (fetch: typeof globalThis.fetch): Promise<LoopbackServer> => {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const [headers, bytes] = [headersOf(request), await buffer(request)];
    const isJson = headers.get('content-type')?.includes('json') === true;
    const body = isJson ? bytes.toString('utf8') : new Uint8Array(bytes);
    const given = await fetch(`http://127.0.0.1${url}`, {
      method,
      headers,
      ...(bytes.length > 0 && { body }),
    });
    response.writeHead(given.status, Object.fromEntries(given.headers));
    for await (const piece of given.body ?? []) response.write(piece);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
