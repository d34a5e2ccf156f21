import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export class BodyTooLarge extends Error {}

/** Reads a whole body. @throws BodyTooLarge over `limitBytes`; what is left is drained and dropped. */
export const readBody = async (request: AsyncIterable<Uint8Array>, limitBytes: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= limitBytes) chunks.push(chunk);
  }
  if (size > limitBytes) throw new BodyTooLarge();
  return Buffer.concat(chunks);
};

/** The path as it was sent: a URL would take `..` for a step up. */
export const rawPath = (request: IncomingMessage): string => (request.url ?? '/').split('?')[0] ?? '/';

export const respond = (
  response: ServerResponse,
  status: number,
  { headers, body = '' }: { headers: Record<string, string | number>; body?: string | Uint8Array },
): void => {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
  response.end(body);
};

export const respondJson = (response: ServerResponse, status: number, value: unknown): void =>
  respond(response, status, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

export interface LocalServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 only. Answers carry the movable clock's Date, so that an SDK in a function does not
 * take the shift for a skew of its own clock.
 * @param options.port 0 takes a free one; `fallback` takes a free one when it is taken.
 */
export const listen = async (
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
  options: { now: () => number; port?: number; fallback?: boolean },
): Promise<LocalServer> => {
  const listener: RequestListener = (request, response) => {
    response.sendDate = false;
    response.setHeader('Date', new Date(options.now()).toUTCString());
    void handle(request, response);
  };
  const server = createServer({ keepAliveTimeout: 30_000, requestTimeout: 0 }, listener);
  const bound = await bind(server, options.port ?? 0).catch((error: NodeJS.ErrnoException) => {
    if (options.fallback && error.code === 'EADDRINUSE') return bind(server, 0);
    throw error;
  });
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const bind = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
