import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { onTestFinished } from 'vitest';
import { answerByGit, type GitHost } from './git-backend.ts';

/** Answers instead of git when it returns true. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Creates an intercept that always gives the same answer. */
export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Intercept =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
    return true;
  };

export interface GitServerOptions extends GitHost {
  /** The `user:secret` that Basic authentication requires. */
  auth?: string;
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
    else answerByGit(dirname(dirname(repository)), options, { request, response });
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
