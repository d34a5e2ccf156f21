import type * as z from 'zod';
import type { Capability } from '@scangate/domain/plans/plans';
import type { ProblemCode } from '@scangate/domain/problem';
import type { Role, Scope } from '@scangate/domain/identity/roles';
import type { Needs } from './needs.ts';
import { needsApi } from './token-access.ts';
import type { Hints } from './validate.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A form is read as an object of strings. */
type RequestMediaType =
  | 'application/json'
  | 'application/gzip'
  | 'application/yaml'
  | 'application/x-www-form-urlencoded';

/** The headers of a successful response, in addition to those of every response. */
export type ResponseHeader = 'ETag' | 'Location' | 'Set-Cookie' | 'Content-Disposition';

/** A successful response; JSON by default. */
export interface ResponseSpec {
  description: string;
  headers?: readonly ResponseHeader[];
  /** Headers that only some of the responses have. */
  optionalHeaders?: readonly ResponseHeader[];
  schema?: z.ZodType;
  mediaTypes?: readonly string[];
  /** Alternative formats, by the media type in `Accept`. */
  alternatives?: Readonly<Record<string, z.ZodType>>;
}

/**
 * An endpoint as data. Routes, Lambdas, IAM, environment, the handler's types, the client and OpenAPI are derived
 * from it, so its schemas contain no transforms (docs/adr/0001-endpoint-table.md).
 */
export interface EndpointSpec {
  /** The operationId, the folder and the name of the Lambda. */
  name: string;
  method: Method;
  /** With `{placeholders}`. */
  path: string;
  summary: string;
  description?: string;
  roles: readonly Role[];
  scopes: readonly Scope[];
  /**
   * No credential is required (`lib/infra/api/public-methods.ts` lists them): `document` is the same for everybody
   * and may be cached; `public` responds to anyone. Such an endpoint has no roles and no scopes.
   */
  access?: 'public' | 'document';
  /** Requests per second that the gateway admits, for all callers together; the service's default unless given. */
  throttle?: { rate: number; burst: number };
  /** A browser shows its responses: problems are HTML pages for clients that accept `text/html`. */
  page?: true;
  /**
   * A capability that the plan must include, in addition to `api`, which tokens need nearly everywhere
   * (`capabilities/token-access.ts`): a console session is not API access.
   */
  capability?: Exclude<Capability, 'api'>;
  /** Refuses a client organization with 403 `managed_by_parent` (docs/adr/0012-parent-organizations.md). */
  managedByParent?: true;
  /** Accepts only a session; any other credential gets a 401. */
  session?: true;
  /** Requires a session whose sign-in is at most 15 minutes old, otherwise 403 `reauthentication_required`. */
  recent?: true;
  /** Accepts only a token of the organization's directory, which every other endpoint refuses with 401. */
  credential?: 'directory';
  /** Refuses credentials that are limited to repositories, because its response cannot be restricted to them. */
  wholeOrganization?: true;
  /** Available while the organization is closing; all other endpoints respond with 409 then. */
  whileClosing?: true;
  /** Refuses credentials of pipelines with 403 `person_required` (docs/adr/0021-tokens-and-roles.md). */
  person?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is a scan request with these fields: its lockfile or SBOM is removed from it (`Request.artifact`). */
  artifactBeside?: ReadonlySet<string>;
  /** A limit of the body that is smaller than the service's. */
  bodyLimitBytes?: number;
  /** Hints for common mistakes in the body or the query, by JSON Pointer. */
  hints?: Hints;
  /** Schemas that apply instead of `body` when the body has the given key. */
  bodyAlternatives?: Readonly<Record<string, z.ZodType>>;
  /** Media types of the body; only JSON by default. */
  requestMediaTypes?: readonly RequestMediaType[];
  /** Also accepts the body as YAML with the same content. */
  readYaml?: (text: string) => unknown;
  /** The precondition headers that it supports. */
  headers?: readonly ('If-Match' | 'If-None-Match')[];
  /** The endpoint accepts an Idempotency-Key. */
  idempotent?: true;
  responses: Readonly<Record<number, ResponseSpec>>;
  /** Problems in addition to those that follow from the other fields (`problemCodesOf`). */
  problems: readonly ProblemCode[];
  needs: Needs;
  /** The response is streamed and may exceed the gateway's 29 s and 10 MB. */
  stream?: true;
  /** Modules that it imports at run time are separate files in its bundle, so that a start does not load them. */
  loadsOnDemand?: true;
  memoryMb?: number;
  timeoutSeconds?: number;
}

/** Returns an endpoint with its exact type. */
export const defineEndpoint = <const E extends EndpointSpec>(spec: E): E => spec;

/** Problems that an endpoint with a credential can return. */
const credentialProblems = ({ credential, recent, whileClosing }: EndpointSpec): ProblemCode[] => [
  'unauthenticated',
  'insufficient_scope',
  'role_required',
  ...(credential === undefined ? (['csrf_failed'] as const) : []),
  ...(recent ? (['reauthentication_required'] as const) : []),
  ...(whileClosing ? [] : (['conflict'] as const)),
];

/** Problems that every endpoint can return. */
const commonProblems: readonly ProblemCode[] = ['rate_limited', 'system_error', 'temporarily_unavailable'];

const bodyProblems: readonly ProblemCode[] = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
  'unknown_field',
];

/** Returns every problem that an endpoint can return: its own, and those that follow from its other fields. */
export const problemCodesOf = (endpoint: EndpointSpec): ProblemCode[] => [
  ...new Set([
    ...endpoint.problems,
    ...(endpoint.body ? bodyProblems : []),
    ...(endpoint.query ? (['invalid_query'] as const) : []),
    ...(endpoint.capability || needsApi(endpoint) ? (['entitlement_denied'] as const) : []),
    ...(Object.values(endpoint.responses).some(({ alternatives }) => alternatives)
      ? (['not_acceptable'] as const)
      : []),
    ...(endpoint.person ? (['person_required'] as const) : []),
    ...(endpoint.managedByParent ? (['managed_by_parent'] as const) : []),
    ...(endpoint.idempotent ? (['idempotency_key_reused', 'validation_failed'] as const) : []),
    ...(endpoint.access ? [] : credentialProblems(endpoint)),
    ...commonProblems,
  ]),
];

export const endpointDefaults = { memoryMb: 512, timeoutSeconds: 29 } as const;
