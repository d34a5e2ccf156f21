import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';
import type { ResponseSpec, EndpointSpec } from '#contract/endpoint.ts';
import type { PortsOf, WiringOf } from '#contract/ports-of.ts';
import { needsApi } from '#contract/token-access.ts';
import type { IdempotentRequest } from '@scangate/domain/idempotency';
import { Problem } from '@scangate/domain/problem';
import type { RateState } from '@scangate/domain/rate-limit';
import { authorizeRequest } from '@scangate/domain/identity/access/authorize-request';
import { requireCredential } from '@scangate/domain/identity/access/require-access';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Ids } from '#ports/ids.ts';
import type { Store } from '#ports/store.ts';
import type { HandlerResponse, ResponseContext } from './response.ts';
import { readAuthorizerContext } from './authorizer-context.ts';
import { lambdaOf } from './http/lambda-of.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { requireOwnOrigin } from './http/csrf-protection.ts';
import { parseRequest, requireMethod, type ParsedRequest } from './http/read-request.ts';
import { now } from './clock.ts';
import { ids } from './ids.ts';
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
  /** The lockfile or SBOM of a scan request, which is removed from the body. */
  artifact: Uint8Array | undefined;
  /** By lower-case name. */
  headers: Record<string, string>;
  idempotency: IdempotentRequest | undefined;
  now: Date;
  /** The time at which the gateway received the request, before its credential was checked. */
  requestedAt: Date;
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

type RawRequest = Pick<ParsedRequest, 'headers' | 'params' | 'hashBody'> & { caller: Caller };

const idempotencyOf = (
  endpoint: EndpointSpec,
  { caller, headers, params, hashBody }: RawRequest,
): IdempotentRequest | undefined => {
  const key = headers['idempotency-key'];
  if (!endpoint.idempotent || key === undefined) return undefined;
  if (!idempotencyKeyPattern.test(key)) {
    throw new Problem('validation_failed', {
      detail: 'Idempotency-Key must have 1 to 255 visible ASCII characters.',
    });
  }
  const path = Object.values(params);
  // The parameters of the path are part of the request: equal bodies to two resources are two requests.
  const bodyHash = hashBody(path.length > 0 ? `${path.join('/')}\n` : '');
  return { organizationId: caller.organizationId, operation: endpoint.name, key, bodyHash };
};

/**
 * A credential that is limited to repositories reads through a limited store, whose code the first such request
 * loads.
 */
const withinLimits = async <P>(ports: P, caller: Caller): Promise<P> => {
  const { store } = ports as { store?: Store };
  if (!caller.repositoryIds || !store) return ports;
  const { limitedStore } = await import('./http/limited-store.ts');
  return { ...ports, store: limitedStore(store, caller) };
};

/** @throws Problem rate_limited, which names the limit. */
const requireRate = ({ exceeded, resetSeconds }: RateState): void => {
  if (!exceeded) return;
  const detail =
    exceeded === 'token'
      ? 'This credential sends too many requests.'
      : 'The organization sends too many requests.';
  throw new Problem('rate_limited', { detail, limit: exceeded, retryAfterSeconds: resetSeconds });
};

/**
 * Checks a request in the documented order: 429, 405, 401 for the kind of credential, 403, 409 for a closing
 * organization, 402 for the plan, query and body, 404; the authorizer has already sent any other 401
 * (docs/adr/0002-http-contract.md).
 */
const readRequest = (
  endpoint: EndpointSpec,
  event: APIGatewayProxyEvent,
  context: ResponseContext,
): Request => {
  const { caller, rate, csrf } = readAuthorizerContext(event);
  context.rate = rate;
  requireRate(rate);
  requireMethod(endpoint, event);
  requireCredential(caller, endpoint);
  if (caller.tokenKind === 'session') requireOwnOrigin(event, csrf);
  authorizeRequest(caller, endpoint, { isApi: needsApi(endpoint), now: now() });

  const { params, query, body, artifact, headers, hashBody } = parseRequest(endpoint, event);
  return {
    caller,
    params: params as Request['params'],
    query: query as Request['query'],
    body: body as Request['body'],
    artifact,
    headers,
    idempotency: idempotencyOf(endpoint, { caller, headers, params, hashBody }),
    now: now(),
    // Without this time, the request counts as an old one.
    requestedAt: new Date(event.requestContext.requestTimeEpoch ?? 0),
    ids,
    requestId: context.requestId,
  };
};

/**
 * Creates the Lambda of an endpoint: request id, caller, limits, parsing, validation and the mapping of problems
 * around a handler that gets only the ports that it declared.
 */
export const serve = <const E extends EndpointSpec, const A extends ResponseOf<E>>(
  endpoint: E,
  wiring: WiringOf<E['needs']>,
  handle: (request: Request<E>, ports: PortsOf<E['needs']>) => Promise<A>,
) => {
  const ports = lazyPorts<PortsOf<E['needs']>>(wiring);
  return lambdaOf(endpoint, {
    onError: async (error, event) => {
      if (!(error instanceof Problem) || error.status !== 403) return;
      // Most instances never refuse, so the audit code is loaded by the first refusal.
      const { auditRefusal } = await import('./http/audit-refusals.ts');
      const callerOf = () => readAuthorizerContext(event).caller;
      await auditRefusal(endpoint.name, { refusal: error, callerOf }, wireStore);
    },
    read: (event, context) => readRequest(endpoint, event, context) as Request<E>,
    organizationOf: ({ caller }) => caller.organizationId,
    answer: async (request) =>
      (await handle(request, await withinLimits(ports(), request.caller))) as HandlerResponse,
  });
};
