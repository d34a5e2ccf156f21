import type * as z from 'zod';
import type { ProblemCode } from '../domain/problem.ts';
import type { Role, Scope } from '../domain/roles.ts';
import type { Needs } from './needs.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One media type an answer can have; JSON unless said. */
export interface AnswerSpec {
  description: string;
  schema?: z.ZodType;
  mediaTypes?: readonly string[];
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
  /** The plan capability tokens need here; console sessions are not API access and are not asked. */
  capability?: 'api';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** When the body has this key, it is of this shape instead. */
  bodyAlternatives?: Readonly<Record<string, z.ZodType>>;
  /** Media types of the body; JSON alone unless said. */
  accepts?: readonly ('application/json' | 'application/gzip')[];
  /** Takes an Idempotency-Key. */
  idempotent?: true;
  answers: Readonly<Record<number, AnswerSpec>>;
  /** Refusals beyond those every endpoint can give. */
  problems: readonly ProblemCode[];
  needs: Needs;
  /** Answers as a stream, beyond the gateway's 29 s and 10 MB. */
  stream?: true;
  memoryMb?: number;
  timeoutSeconds?: number;
}

export const defineEndpoint = <const E extends EndpointSpec>(spec: E): E => spec;

/** Refusals that need no mention per endpoint. */
export const commonProblems: readonly ProblemCode[] = [
  'unauthenticated',
  'insufficient_scope',
  'role_required',
  'rate_limited',
  'system_error',
  'temporarily_unavailable',
];

export const endpointDefaults = { memoryMb: 512, timeoutSeconds: 29 } as const;
