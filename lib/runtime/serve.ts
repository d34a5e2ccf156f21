import chain from '@middy/core';
import { executionModeStandard } from '@middy/core/Standard';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';
import type { ResponseSpec, EndpointSpec } from '#contract/endpoint.ts';
import { parseJson } from '#contract/parse-json.ts';
import type { PortsOf, WiringOf } from '#contract/ports-of.ts';
import { validateBody, validateQuery, type Query } from '#contract/validate.ts';
import { sha256 } from '@scangate/engines/model/digest';
import type { IdempotentRequest } from '@scangate/domain/idempotency';
import { requireApiAccess, requireCapability } from '@scangate/domain/plans/plans';
import { Problem } from '@scangate/domain/problem';
import {
  requireAccess,
  requireOwnAccount,
  requirePerson,
  type Caller,
} from '@scangate/domain/identity/roles';
import type { Ids } from '#ports/ids.ts';
import {
  toErrorResult,
  toLambdaResult,
  type HandlerResponse,
  type ResponseContext,
  type LambdaResult,
} from './response.ts';
import { readRequestBody, requireBodySize } from './request-body.ts';
import { readAuthorizerContext } from './authorizer-context.ts';
import { headersOf, requestIdOf } from './gateway-event.ts';
import { now } from './clock.ts';
import { ids } from './ids.ts';
import { log } from './log.ts';
import { lazyPorts } from './lazy-ports.ts';

type Output<T, Otherwise> = T extends z.ZodType ? z.output<T> : Otherwise;
type BodyOf<E extends EndpointSpec> =
  | Output<E['body'], undefined>
  | (E extends { bodyAlternatives: Record<string, infer A> } ? Output<A, never> : never);

/** A request that passed every check that needs no record. */
export interface Request<E extends EndpointSpec = EndpointSpec> {
  caller: Caller;
  params: Output<E['params'], Record<string, never>>;
  query: Output<E['query'], Record<string, never>>;
  body: BodyOf<E>;
  /** By lower-case name. */
  headers: Record<string, string>;
  idempotency: IdempotentRequest | undefined;
  now: Date;
  ids: Ids;
  requestId: string;
}

type TypedResponse<S, A extends ResponseSpec> = Omit<HandlerResponse, 'status' | 'body'> & {
  status: S;
} & (A extends {
    schema: infer T extends z.ZodType;
  }
    ? { body: z.input<T> } | { text: string } | { stream: NonNullable<HandlerResponse['stream']> }
    : unknown);

/** One of the responses that the endpoint declares. */
export type ResponseOf<E extends EndpointSpec> = {
  [S in keyof E['responses'] & number]: TypedResponse<S, E['responses'][S]>;
}[keyof E['responses'] & number];

const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;

interface RawRequest {
  caller: Caller;
  headers: Record<string, string>;
  params: Request['params'];
  /** The body as it was sent, decoded. */
  text: string;
}

const idempotencyOf = (
  endpoint: EndpointSpec,
  { caller, headers, params, text }: RawRequest,
): IdempotentRequest | undefined => {
  const key = headers['idempotency-key'];
  if (!endpoint.idempotent || key === undefined) return undefined;
  if (!idempotencyKeyPattern.test(key)) {
    throw new Problem('validation_failed', {
      detail: 'Idempotency-Key must have 1 to 255 visible ASCII characters.',
    });
  }
  const path = Object.values(params);
  // What the path names belongs to the request: equal bodies to two resources are two requests.
  const bodyHash = sha256(path.length > 0 ? `${path.join('/')}\n${text}` : text);
  return { organizationId: caller.organizationId, operation: endpoint.name, key, bodyHash };
};

/** Validates the body against the alternative whose key it has, else against the endpoint's own schema. */
const validateShape = (endpoint: EndpointSpec, body: unknown): unknown => {
  const keys = body !== null && typeof body === 'object' ? Object.keys(body) : [];
  const alternative = Object.entries(endpoint.bodyAlternatives ?? {}).find(([key]) => keys.includes(key));
  const schema = alternative?.[1] ?? endpoint.body;
  return schema && validateBody(schema, body, endpoint.hints);
};

/** A malformed id names nothing and is not looked up, because the database refuses long keys. */
const readParams = (endpoint: EndpointSpec, event: APIGatewayProxyEvent): Request['params'] => {
  const params = definedOf(event.pathParameters);
  if (endpoint.params && !endpoint.params.safeParse(params).success)
    throw new Problem(endpoint.problems.find((code) => code.endsWith('_not_found')) ?? 'not_found');
  return params as Request['params'];
};

/** The gateway sends every method that a path does not have to the first endpoint of the path. */
const requireMethod = ({ method }: EndpointSpec, { httpMethod }: APIGatewayProxyEvent): void => {
  if (httpMethod === method) return;
  const allow = process.env['ALLOWED_METHODS'] ?? method;
  throw new Problem('method_not_allowed', { detail: `This path has ${allow} only.`, allow });
};

/**
 * Checks a request in the documented order: 429, 405, 403, 402 of the plan, query and body, 404; the authorizer has answered
 * 401 before (docs/adr/0002-http-contract.md).
 */
const readRequest = (
  endpoint: EndpointSpec,
  event: APIGatewayProxyEvent,
  context: ResponseContext,
): Request => {
  const { caller, rate } = readAuthorizerContext(event);
  context.rate = rate;
  if (rate.exceeded) throw new Problem('rate_limited', { retryAfterSeconds: rate.resetSeconds });
  requireMethod(endpoint, event);
  if (endpoint.person) requirePerson(caller);
  requireAccess(caller, endpoint);
  if (endpoint.managedByParent) requireOwnAccount(caller);
  if (endpoint.capability === 'api') requireApiAccess(caller);
  else if (endpoint.capability) requireCapability(caller.plan, endpoint.capability);

  const headers = headersOf(event);
  const query = endpoint.query ? validateQuery(endpoint.query, queryOf(event), endpoint.hints) : {};
  const text = endpoint.body
    ? readRequestBody(event, headers['content-type'], endpoint.requestMediaTypes ?? ['application/json'])
    : (event.body ?? '');
  if (endpoint.bodyLimitBytes !== undefined) requireBodySize(text, endpoint.bodyLimitBytes);
  const body = endpoint.body ? validateShape(endpoint, parseJson(text)) : undefined;
  const params = readParams(endpoint, event);
  return {
    caller,
    params,
    query: query as Request['query'],
    body: body as Request['body'],
    headers,
    idempotency: idempotencyOf(endpoint, { caller, headers, params, text }),
    now: now(),
    ids,
    requestId: context.requestId,
  };
};

/** All values of each query parameter: the single-valued map keeps the last one only. */
const queryOf = (event: APIGatewayProxyEvent): Query => {
  const { queryStringParameters: single, multiValueQueryStringParameters: several } = event;
  const values = Object.entries(several ?? {}).map(([name, all]) => [name, all ?? []] as const);
  const lone = Object.entries(definedOf(single)).map(([name, value]) => [name, [value]] as const);
  return Object.fromEntries([...lone, ...values]);
};

const definedOf = (map: Record<string, string | undefined> | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(map ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

interface Exchange {
  context: ResponseContext;
  request?: Request;
}

/**
 * Makes the Lambda of an endpoint: request id, caller, limits, parsing, validation and the mapping of problems around
 * a handler that gets only the ports it declared.
 */
export const serve = <const E extends EndpointSpec, const A extends ResponseOf<E>>(
  endpoint: E,
  wiring: WiringOf<E['needs']>,
  handle: (request: Request<E>, ports: PortsOf<E['needs']>) => Promise<A>,
) => {
  const ports = lazyPorts<PortsOf<E['needs']>>(wiring as never);
  const exchanges = new WeakMap<object, Exchange>();
  const exchangeOf = (event: APIGatewayProxyEvent): Exchange => {
    const exchange = exchanges.get(event) ?? { context: { requestId: requestIdOf(event), path: event.path } };
    exchanges.set(event, exchange);
    return exchange;
  };
  const logResponse = ({ context, request }: Exchange, status: number | undefined): void =>
    log.info('answered', {
      requestId: context.requestId,
      endpoint: endpoint.name,
      organizationId: request?.caller.organizationId,
      status,
    });

  const executionMode = endpoint.stream ? executionModeStreamifyResponse : executionModeStandard;
  return chain<APIGatewayProxyEvent, LambdaResult>({ executionMode })
    .before(({ event }) => {
      const exchange = exchangeOf(event);
      exchange.request = readRequest(endpoint, event, exchange.context);
    })
    .after(({ event, response }) => logResponse(exchangeOf(event), response?.statusCode))
    .onError((failed) => {
      const exchange = exchangeOf(failed.event);
      failed.response = toErrorResult(failed.error, exchange.context);
      logResponse(exchange, failed.response.statusCode);
    })
    .handler((async (event: APIGatewayProxyEvent): Promise<LambdaResult> => {
      const { request, context } = exchangeOf(event);
      return toLambdaResult((await handle(request as Request<E>, ports())) as HandlerResponse, context);
    }) as never);
};
