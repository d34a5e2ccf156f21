import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { onTestFinished } from 'vitest';

/** Answers instead of git when it returns true. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Creates an intercept that always gives the same answer. */
export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Intercept =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
    return true;
  };

export interface GitServerOptions {
  /** The `user:secret` that Basic authentication requires. */
  auth?: string;
  /** True for a server without version 2 of the protocol. */
  isOld?: boolean;
  /** The configuration of git, like `uploadpack.allowFilter`. */
  config?: Record<string, string>;
  intercept?: Intercept;
  /** The certificate to serve https with. */
  certificate?: { key: string; cert: string };
}

export interface GitServer {
  url: string;
  port: number;
  requests: { method: string; url: string; authorization: string | undefined }[];
}

/** Starts a stock `git http-backend` for the repositories beside `repository`, on a local port. */
export const serveGit = async (repository: string, options: GitServerOptions = {}): Promise<GitServer> => {
  const requests: GitServer['requests'] = [];
  const { certificate } = options;
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, authorization: headers.authorization });
    if (options.intercept?.(request, response)) return;
    const expected = options.auth && `Basic ${Buffer.from(options.auth).toString('base64')}`;
    if (expected && headers.authorization !== expected) response.writeHead(401).end('who are you?');
    else runBackend(dirname(dirname(repository)), options, { request, response });
  };
  const server = certificate ? createSecureServer(certificate, handle) : createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}/owner/repo`, port, requests };
};

const runBackend = (
  root: string,
  { isOld, config = {} }: GitServerOptions,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): void => {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const settings = Object.entries(config).map(([key, value]) => `'${key}=${value}'`);
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_PARAMETERS: settings.join(' '),
      GIT_PROTOCOL: isOld ? '' : String(request.headers['git-protocol'] ?? ''),
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
    },
  });
  request.pipe(backend.stdin);
  backend.stdin.on('error', () => {});
  let head = Buffer.alloc(0);
  backend.stdout.on('data', (chunk: Buffer) => {
    if (response.headersSent) return response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const lines = head.toString('latin1', 0, end).split('\r\n');
    const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
    response.writeHead(Number.parseInt(headers['Status'] ?? '200', 10), headers);
    return response.write(head.subarray(end + 4));
  });
  backend.on('close', () => response.end());
};
