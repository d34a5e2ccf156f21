import type * as z from 'zod';
import type { Capability } from '@scangate/domain/plans/plans';
import type { ProblemCode } from '@scangate/domain/problem';
import type { Role, Scope } from '@scangate/domain/identity/roles';
import type { Needs } from './needs.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One media type an answer can have; JSON unless said. */
export interface ResponseSpec {
  description: string;
  schema?: z.ZodType;
  mediaTypes?: readonly string[];
  /** Other forms of it, by the media type that `Accept` asks for. */
  alternatives?: Readonly<Record<string, z.ZodType>>;
}

/**
 * An endpoint as data. Routes, Lambdas, IAM, environment, the handler's types, the client and OpenAPI all come
 * from it. Schemas hold no transforms: OpenAPI is made from them.
 */
export interface EndpointSpec {
  /** operationId, folder and Lambda name. */
  name: string;
  method: Method;
  /** With `{placeholders}`. */
  path: string;
  summary: string;
  description?: string;
  roles: readonly Role[];
  scopes: readonly Scope[];
  /** What the plan must include. `api` is asked of tokens only: a console session is not API access. */
  capability?: Capability;
  /** A client organization is sent to its parent: 403 `managed_by_parent` (billing.md, "Parents and limits"). */
  managedByParent?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** When the body has this key, it is of this shape instead. */
  bodyAlternatives?: Readonly<Record<string, z.ZodType>>;
  /** Media types of the body; JSON alone unless said. */
  requestMediaTypes?: readonly ('application/json' | 'application/gzip')[];
  /** Preconditions it reads. */
  headers?: readonly ('If-Match' | 'If-None-Match')[];
  /** Takes an Idempotency-Key. */
  idempotent?: true;
  responses: Readonly<Record<number, ResponseSpec>>;
  /** Refusals beyond those that follow from the rest (`problemsOf`). */
  problems: readonly ProblemCode[];
  needs: Needs;
  /** Answers as a stream, beyond the gateway's 29 s and 10 MB. */
  stream?: true;
  memoryMb?: number;
  timeoutSeconds?: number;
}

export const defineEndpoint = <const E extends EndpointSpec>(spec: E): E => spec;

/** Refusals that every endpoint can give. */
const commonProblems: readonly ProblemCode[] = [
  'unauthenticated',
  'insufficient_scope',
  'role_required',
  'rate_limited',
  'system_error',
  'temporarily_unavailable',
];

const bodyProblems: readonly ProblemCode[] = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
  'unknown_field',
];

/** Every refusal an endpoint can give: its own, and those that follow from what it takes. */
export const problemCodesOf = (endpoint: EndpointSpec): ProblemCode[] => [
  ...new Set([
    ...endpoint.problems,
    ...(endpoint.body ? bodyProblems : []),
    ...(endpoint.query ? (['invalid_query'] as const) : []),
    ...(endpoint.capability ? (['entitlement_denied'] as const) : []),
    ...(Object.values(endpoint.responses).some(({ alternatives }) => alternatives)
      ? (['not_acceptable'] as const)
      : []),
    ...(endpoint.managedByParent ? (['managed_by_parent'] as const) : []),
    ...(endpoint.idempotent ? (['idempotency_key_reused'] as const) : []),
    ...commonProblems,
  ]),
];

export const endpointDefaults = { memoryMb: 512, timeoutSeconds: 29 } as const;
