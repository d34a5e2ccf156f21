import type { IncomingMessage } from 'node:http';
import { rawPath, requestUrl } from '@scangate/emulator-host/http-server';
import type { ApiPlan, RoutePlan } from '../template/api-plan.ts';
import { emulatedAccount } from '../template/resolve-templates.ts';

/** A request without its body. */
export interface GatewayRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Names keep the case in which they were sent. */
  headers: [string, string][];
  sourceIp: string;
  requestId: string;
  receivedAt: number;
}

/** Headers that never reach a function. */
const dropped = new Set([
  'connection',
  'content-length',
  'content-md5',
  'expect',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'te',
  'transfer-encoding',
  'trailer',
  'upgrade',
  'www-authenticate',
]);

export const readGatewayRequest = (
  request: IncomingMessage,
  requestId: string,
  receivedAt: number,
): GatewayRequest => {
  const url = requestUrl(request);
  const headers: [string, string][] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? '';
    if (!dropped.has(name.toLowerCase())) headers.push([name, request.rawHeaders[index + 1] ?? '']);
  }
  const sourceIp = request.socket.remoteAddress ?? '127.0.0.1';
  headers.push(
    ['X-Forwarded-For', sourceIp],
    ['X-Forwarded-Port', '443'],
    ['X-Forwarded-Proto', 'https'],
    [
      'X-Amzn-Trace-Id',
      `Root=1-${Math.floor(receivedAt / 1000).toString(16)}-${requestId.replaceAll('-', '').slice(0, 24)}`,
    ],
  );
  return {
    method: request.method ?? 'GET',
    path: rawPath(request),
    query: url.searchParams,
    headers,
    sourceIp,
    requestId,
    receivedAt,
  };
};

/** Takes the last of several values, as the single-valued maps of an event do. */
const lastOf = (pairs: Iterable<[string, string]>): Record<string, string> | null => {
  const map = new Map(pairs);
  return map.size > 0 ? Object.fromEntries(map) : null;
};

const allOf = (pairs: Iterable<[string, string]>): Record<string, string[]> | null => {
  const map = new Map<string, string[]>();
  for (const [name, value] of pairs) map.set(name, [...(map.get(name) ?? []), value]);
  return map.size > 0 ? Object.fromEntries(map) : null;
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const requestTime = (instant: number): string => {
  const [date = '', time = ''] = new Date(instant).toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${months[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
};

/** @returns the fields that proxy and authorizer events share. */
export const requestEvent = (
  api: ApiPlan,
  received: GatewayRequest,
  { route, pathParameters }: { route: RoutePlan; pathParameters: Record<string, string> },
) => ({
  resource: route.path,
  path: received.path,
  httpMethod: received.method,
  headers: lastOf(received.headers),
  multiValueHeaders: allOf(received.headers),
  queryStringParameters: lastOf(received.query),
  multiValueQueryStringParameters: allOf(received.query),
  pathParameters: Object.keys(pathParameters).length > 0 ? pathParameters : null,
  stageVariables: api.stageVariables,
  requestContext: {
    accountId: emulatedAccount.account,
    apiId: api.apiId,
    domainName: header(received, 'host') ?? '127.0.0.1',
    extendedRequestId: received.requestId,
    httpMethod: received.method,
    identity: { sourceIp: received.sourceIp, userAgent: header(received, 'user-agent') ?? null },
    path: received.path,
    protocol: 'HTTP/1.1',
    requestId: received.requestId,
    requestTime: requestTime(received.receivedAt),
    requestTimeEpoch: received.receivedAt,
    resourceId: route.resourceId,
    resourcePath: route.path,
    stage: api.stage,
  },
});

export const header = (received: GatewayRequest, headerName: string): string | undefined =>
  received.headers.findLast(([name]) => name.toLowerCase() === headerName.toLowerCase())?.[1];

/** @returns whether the media type is one of the API's binary media types. */
export const isBinary = (api: ApiPlan, mediaType: string | undefined): boolean => {
  const [type = ''] = (mediaType ?? '').split(';');
  const essence = type.trim().toLowerCase();
  if (essence === '') return false;
  return api.binaryMediaTypes.some((known) => {
    const [main, sub] = known.toLowerCase().split('/');
    return (
      known === '*/*' || known.toLowerCase() === essence || (sub === '*' && essence.startsWith(`${main}/`))
    );
  });
};
