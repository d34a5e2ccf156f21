import type { APIGatewayProxyEvent } from 'aws-lambda';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { csrfHeader, csrfToken } from '@scangate/domain/identity/csrf';
import { rateState } from '@scangate/domain/rate-limit';
import type { Caller } from '@scangate/domain/identity/caller';
import { toAuthorizerContext } from '#runtime/authorizer-context.ts';
import { contractViolations } from './contract-violations.ts';
import { loadHandler } from './load-handler.ts';
import { noon } from '../world.ts';

export { resetWorld, world } from './endpoint-world.ts';

export interface CallOptions {
  caller?: Caller;
  params?: Record<string, string>;
  query?: Record<string, string | string[]>;
  headers?: Record<string, string>;
  body?: unknown;
  /** The body in the bytes that are sent, in place of `body`. */
  raw?: string | Buffer;
  requestCount?: number;
  /** When the gateway got the request; now unless given. */
  requestedAt?: Date;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  body: Record<string, unknown> & {
    errors?: { pointer: string; code: string; detail?: string; hint?: string }[];
  };
}

interface Head {
  statusCode: number;
  headers: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
}
type Handler = (event: APIGatewayProxyEvent, context: object) => Promise<Head & { body: string }>;
type StreamHandler = (event: APIGatewayProxyEvent, into: PassThrough, context: object) => Promise<void>;

/** The gateway passes the last value of each parameter, and all of them. */
const queryMaps = (query: CallOptions['query']) => {
  const several = Object.entries(query ?? {}).map(([name, value]) => [name, [value].flat()] as const);
  return {
    queryStringParameters: query ? Object.fromEntries(several.map(([n, all]) => [n, all.at(-1)])) : null,
    multiValueQueryStringParameters: query ? Object.fromEntries(several) : null,
  };
};

const eventOf = (endpoint: EndpointSpec, call: CallOptions): APIGatewayProxyEvent => {
  const raw = call.raw ?? (call.body === undefined ? null : JSON.stringify(call.body));
  const binary = Buffer.isBuffer(raw);
  const csrf = call.caller?.tokenKind === 'session' ? csrfToken(call.caller.tokenId) : undefined;
  return {
    httpMethod: endpoint.method,
    path: endpoint.path,
    headers: {
      ...(raw !== null && { 'Content-Type': 'application/json' }),
      ...(csrf !== undefined && { [csrfHeader]: csrf }),
      ...call.headers,
    },
    pathParameters: call.params ?? null,
    ...queryMaps(call.query),
    body: binary ? raw.toString('base64') : raw,
    isBase64Encoded: binary,
    requestContext: {
      requestId: 'gateway-request',
      requestTimeEpoch: call.requestedAt?.getTime() ?? Date.now(),
      authorizer: call.caller
        ? toAuthorizerContext(call.caller, rateState(call.requestCount ?? 1, noon), csrf)
        : null,
    },
  } as unknown as APIGatewayProxyEvent;
};

const specOf = (name: string): EndpointSpec => {
  const endpoint = endpoints.find((candidate) => candidate.name === name);
  if (!endpoint) throw new Error(`no endpoint ${name}`);
  return endpoint;
};

const run = async (endpoint: EndpointSpec, details: CallOptions): Promise<Head & { body: string }> => {
  const handler = await loadHandler(`api/${endpoint.name}`);
  const event = eventOf(endpoint, details);
  if (!endpoint.stream) return (handler as Handler)(event, {});
  const into: PassThrough & { head?: Head } = new PassThrough();
  const [body] = await Promise.all([textOf(into), (handler as StreamHandler)(event, into, {})]);
  if (!into.head) throw new Error('the stream has no status');
  return { ...into.head, body };
};

/**
 * Calls an endpoint as the gateway does after the authorizer. A stream is read to its end.
 * @throws Error for an answer that the endpoint does not declare.
 */
export const call = async (name: string, details: CallOptions): Promise<ApiResponse> => {
  const endpoint = specOf(name);
  const { statusCode: status, multiValueHeaders = {}, body: text, ...head } = await run(endpoint, details);
  const several = Object.entries(multiValueHeaders).map(([header, values]) => [header, values.join('\n')]);
  const headers = { ...head.headers, ...(Object.fromEntries(several) as Record<string, string>) };
  const json = text !== '' && (headers['Content-Type'] ?? '').includes('json');
  const answered = { status, headers, text, body: (json ? JSON.parse(text) : {}) as ApiResponse['body'] };
  const faults = contractViolations(endpoint, answered);
  if (faults.length > 0) throw new Error(`${name} answered ${status}: ${faults.join('; ')}`);
  return answered;
};
