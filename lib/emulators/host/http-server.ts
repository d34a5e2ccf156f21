import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export class BodyTooLarge extends Error {}

/** The client closed the connection, or was disconnected, before its whole body arrived. */
export class RequestAborted extends Error {}

/**
 * Reads a whole body.
 * @throws BodyTooLarge over `limitBytes`, after the rest was drained. @throws RequestAborted
 */
export const readBody = async (request: AsyncIterable<Uint8Array>, limitBytes: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      if (size <= limitBytes) chunks.push(chunk);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') throw new RequestAborted();
    throw error;
  }
  if (size > limitBytes) throw new BodyTooLarge();
  return Buffer.concat(chunks);
};

/**
 * Brings a request target to its origin form: `/path?query`. An absolute target loses its scheme and host.
 * @returns undefined for what is neither, and for `//…`, which other parsers read as a host.
 */
export const originForm = (target: string): string | undefined => {
  const absolute = /^https?:\/\/[^/?#\\]+/i.exec(target)?.[0];
  if (absolute !== undefined && !URL.canParse(absolute)) return undefined;
  const rest = target.slice(absolute?.length ?? 0);
  const path = absolute !== undefined && !rest.startsWith('/') ? `/${rest}` : rest;
  return /^\/(?![/\\])/.test(path) ? path : undefined;
};

/** The address that a request asks for; its path is normalized, and `listen` has made sure that it parses. */
export const requestUrl = (request: IncomingMessage): URL => new URL(`http://127.0.0.1${request.url ?? '/'}`);

/** The path as it was sent; `requestUrl` resolves `..` in it. */
export const rawPath = (request: IncomingMessage): string => (request.url ?? '/').split('?')[0] ?? '/';

/** @returns undefined when the text is not percent-encoded UTF-8. */
export const decodeSegment = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

export const respond = (
  response: ServerResponse,
  status: number,
  { headers = {}, body = '' }: { headers?: OutgoingHttpHeaders; body?: string | Uint8Array } = {},
): void => {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
  response.end(body);
};

export const respondJson = (response: ServerResponse, status: number, value: unknown): void =>
  respond(response, status, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });

export interface LocalServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface ListenOptions {
  now: () => number;
  /** Receives what a handler throws; the client gets a 500. */
  report?: (error: unknown) => void;
  /** 0 takes a free port. */
  port?: number;
  /** Whether a free port is taken when `port` is in use. */
  fallback?: boolean;
  /** Limit for the arrival of a whole request; after it the client gets a 408 and is cut off. */
  requestTimeoutMs?: number;
  /** Whether ::1 is listened on too, where this machine has it, so that `localhost` always reaches the server. */
  ipv6?: boolean;
}

const defaultRequestTimeoutMs = 60_000;
const longestCheckIntervalMs = 30_000;

/**
 * Listens on 127.0.0.1 only, and on ::1 where asked. A request target that cannot be parsed gets a 400 before any handler sees it.
 * Responses carry the movable clock's Date, so that an SDK in a function does not correct its own clock.
 */
export const listen = async (handle: Handle, options: ListenOptions): Promise<LocalServer> => {
  const { port = 0, fallback = false, requestTimeoutMs = defaultRequestTimeoutMs } = options;
  const connectionsCheckingInterval = Math.min(requestTimeoutMs / 2, longestCheckIntervalMs);
  const newServer = (): Server =>
    createServer(
      { keepAliveTimeout: 30_000, requestTimeout: requestTimeoutMs, connectionsCheckingInterval },
      (request, response) => void answer(handle, options, { request, response }),
    );
  const bindAll = (wanted: number) =>
    options.ipv6 ? bindBoth(newServer, wanted) : bindOne(newServer, wanted);
  const { servers, port: bound } = await bindAll(port).catch((error: NodeJS.ErrnoException) => {
    if (fallback && error.code === 'EADDRINUSE') return bindAll(0);
    throw error;
  });
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    close: async () => {
      await Promise.all(servers.map(closeServer));
    },
  };
};

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

interface Bound {
  servers: Server[];
  port: number;
}

const bindOne = async (newServer: () => Server, port: number): Promise<Bound> => {
  const server = newServer();
  return { servers: [server], port: await bind(server, port) };
};

const attempts = 20;

/** Takes one port for both families. A machine without ::1 uses 127.0.0.1 only. */
const bindBoth = async (newServer: () => Server, port: number, left = attempts): Promise<Bound> => {
  const first = await bindOne(newServer, port);
  const second = newServer();
  try {
    await bind(second, first.port, '::1');
    return { servers: [...first.servers, second], port: first.port };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return first;
    await Promise.all(first.servers.map(closeServer));
    if (port !== 0 || left === 0) throw error;
    return bindBoth(newServer, port, left - 1);
  }
};

const answer = async (
  handle: Handle,
  { now, report }: ListenOptions,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> => {
  response.sendDate = false;
  response.setHeader('Date', new Date(now()).toUTCString());
  const target = originForm(request.url ?? '');
  if (target === undefined) {
    return respond(response, 400, { headers: { connection: 'close' }, body: 'Malformed request target.' });
  }
  request.url = target;
  try {
    await handle(request, response);
  } catch (error) {
    report?.(error);
    if (response.headersSent) response.destroy();
    else respond(response, 500);
  }
};

const bind = (server: Server, port: number, host = '127.0.0.1') =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
