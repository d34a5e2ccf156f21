import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface GitHost {
  /** True for a server without version 2 of the protocol. */
  isOld?: boolean;
  /** The configuration of git, like `uploadpack.allowFilter`. */
  config?: Record<string, string>;
}

/** Answers a request with a stock `git http-backend` for the repositories in a folder, as fast as it is read. */
export const answerByGit = (
  root: string,
  { isOld, config = {} }: GitHost,
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
  const write = (bytes: Buffer): void => {
    if (response.write(bytes) || response.destroyed) return;
    backend.stdout.pause();
    response.once('drain', () => backend.stdout.resume());
  };
  let head = Buffer.alloc(0);
  backend.stdout.on('data', (chunk: Buffer) => {
    if (response.headersSent) return write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const lines = head.toString('latin1', 0, end).split('\r\n');
    const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
    response.writeHead(Number.parseInt(headers['Status'] ?? '200', 10), headers);
    return write(head.subarray(end + 4));
  });
  // Whoever hangs up does not need the rest.
  response.on('close', () => {
    if (!response.writableFinished) backend.kill();
    backend.stdout.resume();
  });
  backend.on('close', () => response.end());
};
