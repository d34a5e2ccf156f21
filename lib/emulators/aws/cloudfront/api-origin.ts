import { randomUUID } from 'node:crypto';
import { Agent, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { respond } from '@scangate/emulator-host/http-server';
import type { OriginPlan } from '../template/distribution-plan.ts';

type ApiOriginPlan = Extract<OriginPlan, { kind: 'api' }>;

export interface ApiOrigin {
  forward(
    request: IncomingMessage,
    response: ServerResponse,
    asked: { uri: string; headers: Readonly<Record<string, string>> },
  ): Promise<void>;
  close(): void;
}

/** Headers that apply to one connection only (hop-by-hop) and that no proxy forwards. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Omits hop-by-hop headers and headers that are replaced. */
const passedOn = (raw: readonly string[], setRestarted: ReadonlySet<string>): string[] => {
  const kept: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = raw.slice(index, index + 2);
    const key = name.toLowerCase();
    if (!hopByHop.has(key) && !setRestarted.has(key)) kept.push(name, value);
  }
  return kept;
};

/** Sets the headers of a response; a header with several values, such as a cookie, keeps all of them. */
const setHeaders = (response: ServerResponse, raw: readonly string[]): void => {
  const pairs = Array.from(
    { length: raw.length / 2 },
    (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? ''] as const,
  );
  for (const [name, values] of Map.groupBy(pairs, ([each]) => each.toLowerCase()))
    response.setHeader(
      name,
      values.map(([, value]) => value),
    );
};

const forwardedFor = ({ headers, socket }: IncomingMessage): string =>
  [headers['x-forwarded-for'], socket.remoteAddress].filter((one) => one !== undefined).join(', ');

const errorPage = (status: number): string =>
  `<!DOCTYPE html><title>ERROR</title><h1>${status} ERROR</h1><p>The request could not be satisfied.</p>`;

/** CloudFront's own response when the origin gives none. */
const refuse = (response: ServerResponse, status: number): void => {
  if (response.headersSent) return void response.destroy();
  respond(response, status, { headers: { 'content-type': 'text/html' }, body: errorPage(status) });
};

/** Returns all headers of the viewer except Host, with those that the function and the distribution add. */
const headersFor = (
  request: IncomingMessage,
  { plan, added, host }: { plan: ApiOriginPlan; added: Readonly<Record<string, string>>; host: string },
): string[] => {
  const own = {
    ...added,
    host,
    'x-forwarded-for': forwardedFor(request),
    via: '1.1 cloudfront.localhost (CloudFront)',
    'x-amz-cf-id': randomUUID(),
    ...plan.headers,
  };
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  return [
    ...passedOn(request.rawHeaders, names),
    ...Object.entries(own).flat(),
    ...(isChunked ? ['transfer-encoding', 'chunked'] : []),
  ];
};

/** Opens the origin of an API at the gateway's own address. */
export const openApiOrigin = (plan: ApiOriginPlan, gatewayUrl: string): ApiOrigin => {
  const { hostname, port, host } = new URL(gatewayUrl);
  const agent = new Agent({ keepAlive: true });
  return {
    forward: (request, response, { uri, headers: added }) =>
      new Promise((resolve) => {
        const query = (request.url ?? '').indexOf('?');
        const search = query < 0 ? '' : (request.url ?? '').slice(query);
        const outgoing = send({
          agent,
          hostname,
          port,
          method: request.method,
          path: `${plan.path}${uri}${search}`,
          headers: headersFor(request, { plan, added, host }),
          // The origin may stay silent this long before the first byte, and between two packets.
          timeout: plan.readTimeoutMs,
        });
        outgoing.once('timeout', () => {
          refuse(response, 504);
          outgoing.destroy();
        });
        outgoing.once('error', () => {
          refuse(response, 502);
          resolve();
        });
        outgoing.once('response', (answer) => {
          setHeaders(response, passedOn(answer.rawHeaders, new Set()));
          response.writeHead(answer.statusCode ?? 502);
          response.flushHeaders();
          answer.once('error', () => response.destroy());
          answer.pipe(response);
        });
        response.once('close', () => {
          if (!response.writableFinished) outgoing.destroy();
          resolve();
        });
        request.pipe(outgoing);
      }),
    close: () => agent.destroy(),
  };
};
