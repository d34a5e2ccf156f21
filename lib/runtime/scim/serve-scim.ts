import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { DirectoryActor } from '@scangate/domain/identity/scim/change-user';
import { notFound, ScimError, scimErrorBody } from '@scangate/domain/identity/scim/scim-error';
import { requireCapability } from '@scangate/domain/plans/plans';
import { ExternalFailure, Problem } from '@scangate/domain/problem';
import type { PortsOf, WiringOf } from '#contract/ports-of.ts';
import { answerHeaders } from '#contract/response-headers.ts';
import type { ScimResourceSpec } from '#contract/scim-resource.ts';
import type { Ids } from '#ports/ids.ts';
import { readAuthorizerContext } from '../authorizer-context.ts';
import { now } from '../clock.ts';
import { headersOf, requestIdOf } from '../gateway-event.ts';
import { serviceAddress } from '../http/service-address.ts';
import { ids } from '../ids.ts';
import { lazyPorts } from '../lazy-ports.ts';
import { countRefusal, type DirectoryRefusal } from '../http/count-refusal.ts';
import { errorFields, log } from '../log.ts';
import { readRequestBody, requireBodySize } from '../request-body.ts';
import { asTransient } from '../transient-error.ts';

/** A request of an organization's directory. */
export interface ScimRequest {
  by: DirectoryActor;
  method: string;
  /** `Users`, `Groups`, … */
  kind: string;
  /** The last part of the path, if it names one resource. */
  id: string | undefined;
  query: Readonly<Record<string, string | undefined>>;
  /** The parsed body of POST, PUT and PATCH. @throws ScimError */
  body: () => unknown;
  /** The address of a resource of this kind. */
  locationOf: (id: string) => string;
  ids: Ids;
}

interface ScimResponse {
  status: number;
  body?: object;
}

const maxBodyBytes = 1_000_000;
const mediaTypes = ['application/scim+json', 'application/json'];
const contentType = 'application/scim+json';

const parseBody = (event: APIGatewayProxyEvent): unknown => {
  const text = readRequestBody(event, headersOf(event)['content-type'], mediaTypes);
  requireBodySize(text, maxBodyBytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new ScimError(400, 'The body is not JSON.', 'invalidSyntax');
  }
};

const readRequest = (event: APIGatewayProxyEvent): ScimRequest => {
  const { caller, rate } = readAuthorizerContext(event);
  if (rate.exceeded)
    throw new Problem('rate_limited', { limit: rate.exceeded, retryAfterSeconds: rate.resetSeconds });
  if (caller.tokenKind !== 'directory') throw new Problem('unauthenticated');
  requireCapability(caller.plan, 'sso_full');
  const { organizationId, listens, tokenId } = caller;
  const [, kind = ''] = /\/scim\/v2\/(\w+)/.exec(event.path) ?? [];
  return {
    by: { organizationId, listens, tokenId, requestId: ids.uuid(), now: now().toISOString() },
    method: event.httpMethod,
    kind,
    id: event.pathParameters?.['id'],
    query: event.queryStringParameters ?? {},
    body: () => parseBody(event),
    locationOf: (id) => `${serviceAddress(event)}/scim/v2/${kind}/${id}`,
    ids,
  };
};

const answer = (status: number, body: object | undefined, headers: Record<string, string> = {}) => ({
  statusCode: status,
  headers: { ...answerHeaders, ...(body && { 'Content-Type': contentType }), ...headers },
  body: body ? JSON.stringify(body) : '',
});

/** Refusals by the service's own rules, as SCIM errors. */
const scimErrorOf = (error: Problem): ScimError =>
  new ScimError(
    error.status,
    error.members.detail ?? error.title,
    error.status === 409 ? 'uniqueness' : undefined,
  );

/** The code under which a refusal is counted, if an operator watches it. */
const watchedCodeOf = ({ status, scimType }: ScimError): DirectoryRefusal | undefined => {
  if (status === 413) return 'scim_too_many';
  if (scimType === 'mutability') return 'scim_mutability';
  return status === 409 ? 'scim_conflict' : undefined;
};

const refusal = (thrown: unknown, requestId: string): APIGatewayProxyResult => {
  const error = asTransient(thrown);
  if (error instanceof ScimError) {
    const code = watchedCodeOf(error);
    if (code !== undefined) countRefusal(code, { requestId });
    return answer(error.status, scimErrorBody(error));
  }
  const problem = error instanceof ExternalFailure ? error.problem : error;
  if (problem instanceof Problem) {
    countRefusal(problem.code, { requestId });
    const { retryAfterSeconds } = problem.members;
    const retry: Record<string, string> =
      retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
    return answer(problem.status, scimErrorBody(scimErrorOf(problem)), retry);
  }
  log.error('unexpected error', { requestId, ...errorFields(error) });
  countRefusal('system_error', { requestId });
  return answer(500, scimErrorBody(new ScimError(500, 'Something failed on our side.')));
};

/** The handler of each method, for all resources and for one of them. */
export type ScimMethods<P> = Readonly<
  Record<'all' | 'one', Readonly<Record<string, (request: ScimRequest, ports: P) => Promise<ScimResponse>>>>
>;

/** Creates the Lambda of a SCIM resource. Errors have the format of SCIM, with the status codes of the service. */
export const serveScim = <const S extends ScimResourceSpec>(
  spec: S,
  wiring: WiringOf<S['needs']>,
  methods: ScimMethods<PortsOf<S['needs']>>,
) => {
  const ports = lazyPorts<PortsOf<S['needs']>>(wiring);
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const requestId = requestIdOf(event);
    const result = await (async (): Promise<APIGatewayProxyResult> => {
      try {
        const request = readRequest(event);
        if (request.id !== undefined && !/^[\w:.-]{1,200}$/.test(request.id)) throw notFound();
        const known = methods[request.id === undefined ? 'all' : 'one'];
        const run = Object.hasOwn(known, request.method) ? known[request.method] : undefined;
        if (!run) {
          const allow = Object.keys(known).join(', ');
          return answer(405, scimErrorBody(new ScimError(405, `Only ${allow} is allowed here.`)), {
            Allow: allow,
          });
        }
        const { status, body } = await run(request, ports());
        return answer(status, body);
      } catch (error) {
        return refusal(error, requestId);
      }
    })();
    log.info('answered', { requestId, endpoint: spec.name, status: result.statusCode });
    return { ...result, headers: { ...result.headers, 'X-Request-Id': requestId } };
  };
};
