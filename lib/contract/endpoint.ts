import type * as z from 'zod';
import type { Capability } from '@scangate/domain/plans/plans';
import type { ProblemCode } from '@scangate/domain/problem';
import type { Role, Scope } from '@scangate/domain/identity/roles';
import type { Needs } from './needs.ts';
import { needsApi } from './capabilities/token-access.ts';
import type { Hints } from './validate.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A form is read as an object of texts. */
type RequestMediaType =
  | 'application/json'
  | 'application/gzip'
  | 'application/yaml'
  | 'application/x-www-form-urlencoded';

/** The headers of a successful answer beside those of every answer. */
export type ResponseHeader = 'ETag' | 'Location' | 'Set-Cookie' | 'Content-Disposition';

/** A successful response; JSON by default. */
export interface ResponseSpec {
  description: string;
  headers?: readonly ResponseHeader[];
  /** Headers that only some of the answers have. */
  optionalHeaders?: readonly ResponseHeader[];
  schema?: z.ZodType;
  mediaTypes?: readonly string[];
  /** Other formats of it, by the media type that `Accept` asks for. */
  alternatives?: Readonly<Record<string, z.ZodType>>;
}

/**
 * An endpoint as data. Routes, Lambdas, IAM, environment, the handler's types, the client and OpenAPI come from it, so its
 * schemas hold no transforms (docs/adr/0001-endpoint-table.md).
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
   * No credential is asked for (`lib/infra/api/public-methods.ts` lists them): `document` is the same for everybody, and
   * may be kept; `public` answers whoever calls. Such an endpoint has no roles and no scopes.
   */
  access?: 'public' | 'document';
  /** Requests a second that the gateway passes on, of all callers together; that of the service unless given. */
  throttle?: { rate: number; burst: number };
  /** A browser shows its answers: refusals are pages for whoever accepts `text/html`. */
  page?: true;
  /**
   * A capability that the plan must include, beside `api`, which tokens need nearly everywhere (`capabilities/token-access.ts`): a
   * console session is not API access.
   */
  capability?: Exclude<Capability, 'api'>;
  /** Refuses a client organization with 403 `managed_by_parent` (docs/adr/0012-parent-organizations.md). */
  managedByParent?: true;
  /** Takes a session alone; any other credential is 401. */
  session?: true;
  /** Needs a session whose sign-in is at most 15 minutes old, else 403 `reauthentication_required`. */
  recent?: true;
  /** Takes a token of the organization's directory alone, which any other endpoint refuses with 401. */
  credential?: 'directory';
  /** Refuses credentials that are limited to repositories: what it shows is not divided by them. */
  wholeOrganization?: true;
  /** Answers while the organization is closing; any other endpoint is 409 then. */
  whileClosing?: true;
  /** Refuses credentials of pipelines with 403 `person_required` (docs/adr/0021-tokens-and-roles.md). */
  person?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is a scan request with these fields: its lockfile or SBOM is taken out of it (`Request.artifact`). */
  artifactBeside?: ReadonlySet<string>;
  /** A smaller limit of the body than that of the service. */
  bodyLimitBytes?: number;
  /** Hints for common mistakes in the body or the query, by JSON Pointer. */
  hints?: Hints;
  /** Schemas that apply instead of `body` when the body has this key. */
  bodyAlternatives?: Readonly<Record<string, z.ZodType>>;
  /** Media types of the body; only JSON by default. */
  requestMediaTypes?: readonly RequestMediaType[];
  /** Reads a body in YAML as it would read the same in JSON. */
  readYaml?: (text: string) => unknown;
  /** Precondition headers that it reads. */
  headers?: readonly ('If-Match' | 'If-None-Match')[];
  /** The endpoint takes an Idempotency-Key. */
  idempotent?: true;
  responses: Readonly<Record<number, ResponseSpec>>;
  /** Refusals beyond those that follow from the rest (`problemCodesOf`). */
  problems: readonly ProblemCode[];
  needs: Needs;
  /** The response is streamed and may exceed the gateway's 29 s and 10 MB. */
  stream?: true;
  /** Modules that it imports at run time are files of their own in its bundle, so a start does not load them. */
  loadsOnDemand?: true;
  memoryMb?: number;
  timeoutSeconds?: number;
}

/** Returns an endpoint with its exact type. */
export const defineEndpoint = <const E extends EndpointSpec>(spec: E): E => spec;

/** Problems that an endpoint with a credential can answer. */
const credentialProblems = ({ credential, recent, whileClosing }: EndpointSpec): ProblemCode[] => [
  'unauthenticated',
  'insufficient_scope',
  'role_required',
  ...(credential === undefined ? (['csrf_failed'] as const) : []),
  ...(recent ? (['reauthentication_required'] as const) : []),
  ...(whileClosing ? [] : (['conflict'] as const)),
];

/** Problems that every endpoint can answer. */
const commonProblems: readonly ProblemCode[] = ['rate_limited', 'system_error', 'temporarily_unavailable'];

const bodyProblems: readonly ProblemCode[] = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
  'unknown_field',
];

/** Returns every problem that an endpoint can answer: its own, and those that follow from what it takes. */
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
