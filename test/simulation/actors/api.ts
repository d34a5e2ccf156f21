import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import type { Role } from '@scangate/domain/identity/roles';
import { csrfHeader, csrfToken } from '@scangate/domain/identity/csrf';
import { sessionCookieName } from '#runtime/http/cookies.ts';
import type { Cloud } from '../cloud/cloud.ts';

export interface ApiCall {
  /** Empty for an endpoint that needs no credential. */
  secret: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** The fields of a form, in place of a body. */
  form?: Record<string, string>;
  key?: string;
  headers?: Record<string, string>;
}

export interface ApiAnswer {
  status: number;
  headers?: Record<string, string>;
  /** The value of each Set-Cookie. */
  cookies?: readonly string[];
  text: string;
  body: Record<string, unknown>;
}

/** An answer with the credential that got it. */
export interface Answered {
  endpoint: string;
  secret: string;
  /** The request. */
  call: Pick<ApiCall, 'params' | 'query' | 'body' | 'form'>;
  /** When it was requested. */
  beganAt: number;
  answer: ApiAnswer;
}

/** The part of an endpoint that the gateway needs. */
type Asked = Pick<EndpointSpec, 'name' | 'method' | 'path' | 'access'>;

const specs = new Map<string, EndpointSpec>(endpoints.map((endpoint) => [endpoint.name, endpoint]));

/** The roles that may call an endpoint. */
export const rolesOf = (name: string): readonly Role[] => specs.get(name)?.roles ?? [];

/** The names of endpoints that stream. */
export const streamedEndpoints: ReadonlySet<string> = new Set(
  endpoints.filter((endpoint) => 'stream' in endpoint && endpoint.stream).map(({ name }) => name),
);

const isSession = (secret: string): boolean => secret.startsWith('sgc_');

const bodyOf = ({ body, form }: ApiCall): string | null => {
  if (form) return new URLSearchParams(form).toString();
  return body === undefined ? null : JSON.stringify(body);
};

const headersOf = ({ secret, body, form, key, headers }: ApiCall): Record<string, string> => ({
  ...(isSession(secret)
    ? {
        Cookie: `${sessionCookieName}=${secret}`,
        [csrfHeader]: csrfToken(secret),
        'Sec-Fetch-Site': 'same-origin',
      }
    : secret !== '' && { Authorization: `Bearer ${secret}` }),
  ...(body !== undefined && { 'Content-Type': 'application/json' }),
  ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
  ...(key !== undefined && { 'Idempotency-Key': key }),
  ...headers,
});

/** The names by which answers to directories are told. */
const scimEndpoints = { Users: 'scim-users', Groups: 'scim-groups' } as const;

export const isScimEndpoint = (name: string): boolean => Object.values<string>(scimEndpoints).includes(name);

const scimMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ScimMethod = (typeof scimMethods)[number];

/** A request of a directory; of users where it names no kind. */
export interface ScimCall {
  secret: string;
  kind?: keyof typeof scimEndpoints;
  id?: string;
  body?: object;
}

/** The names by which the requests of directories are counted. */
export const scimOperations: readonly string[] = Object.values(scimEndpoints).flatMap((endpoint) =>
  scimMethods.map((method) => `${endpoint}:${method}`),
);

const problem = (status: number): ApiAnswer => ({ status, text: '', body: {} });

/** The gateway: the authorizer, and then the function of the endpoint. A client sees 502 and 504 where they fail. */
export class Api {
  readonly #cloud: Cloud;
  readonly #arns: ReadonlyMap<string, string>;
  /** Whether the gateway lets nobody through. */
  isStopped = false;
  readonly statuses = new Map<string, number>();
  /** Is called with each answer. */
  onAnswer: (answered: Answered) => void = () => {};

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
    this.#arns = new Map([...cloud.functions.plans].map(([arn, { bundle }]) => [bundle, arn]));
  }

  async #invoke(name: string, event: object) {
    const arn = this.#arns.get(name) ?? '';
    const call = { service: 'gateway', operation: name, isWrite: true };
    return this.#cloud.boundary.call(call, () => this.#cloud.functions.invoke(arn, JSON.stringify(event)));
  }

  async #authorize(headers: Record<string, string>): Promise<object | 401 | 500> {
    const { payload, failed } = await this.#invoke('authorizer', { headers, methodArn: 'arn' });
    const answer = JSON.parse(payload) as { context?: object; errorMessage?: string };
    if (!failed) return answer.context ?? 500;
    return answer.errorMessage === 'Unauthorized' ? 401 : 500;
  }

  async #answer(endpoint: Asked, call: ApiCall): Promise<ApiAnswer> {
    const headers = headersOf(call);
    const isPublic = endpoint.access !== undefined;
    const authorizer = isPublic ? {} : await this.#authorize(headers);
    if (typeof authorizer === 'number') return problem(authorizer);
    const { query } = call;
    const several =
      query && Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]]));
    const event = {
      httpMethod: endpoint.method,
      path: endpoint.path,
      headers,
      pathParameters: call.params ?? null,
      queryStringParameters: query ?? null,
      multiValueQueryStringParameters: several ?? null,
      body: bodyOf(call),
      isBase64Encoded: false,
      requestContext: { requestId: 'gateway-request', authorizer },
    };
    const { payload, failed } = await this.#invoke(endpoint.name, event);
    if (failed) return problem(502);
    const {
      statusCode: status,
      headers: sent = {},
      multiValueHeaders: { 'Set-Cookie': cookies = [] } = {},
      body: text = '',
    } = JSON.parse(payload) as {
      statusCode: number;
      headers?: Record<string, string>;
      multiValueHeaders?: Record<string, string[]>;
      body?: string;
    };
    // A stream begins with signs of life.
    const isJson = text.trimStart().startsWith('{');
    return {
      status,
      headers: sent,
      cookies,
      text,
      body: isJson ? (JSON.parse(text) as ApiAnswer['body']) : {},
    };
  }

  /** Calls an endpoint. A gateway that got no answer in time is 504. */
  async call(name: string, call: ApiCall): Promise<ApiAnswer> {
    const endpoint = specs.get(name);
    if (!endpoint) throw new Error(`no endpoint ${name}`);
    const beganAt = Date.now();
    const answer = this.isStopped
      ? problem(429)
      : await this.#answer(endpoint, call).catch(() => problem(504));
    const counted = `${name} ${answer.status}`;
    this.statuses.set(counted, (this.statuses.get(counted) ?? 0) + 1);
    this.onAnswer({ endpoint: name, secret: call.secret, call, beganAt, answer });
    return answer;
  }

  /** Calls the interface for directories, which is no part of the table of endpoints. */
  async scim(method: ScimMethod, { secret, kind = 'Users', id, body }: ScimCall): Promise<ApiAnswer> {
    const name = scimEndpoints[kind];
    const path = `/scim/v2/${kind}${id === undefined ? '' : `/${id}`}`;
    const params = id === undefined ? {} : { params: { id } };
    const call = { secret, ...params, ...(body && { body }) };
    const beganAt = Date.now();
    const answer = this.isStopped
      ? problem(429)
      : await this.#answer({ name, method, path }, call).catch(() => problem(504));
    const counted = `${name}:${method} ${answer.status}`;
    this.statuses.set(counted, (this.statuses.get(counted) ?? 0) + 1);
    this.onAnswer({ endpoint: name, secret, call, beganAt, answer });
    return answer;
  }
}
