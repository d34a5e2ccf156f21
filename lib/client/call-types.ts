import type * as z from 'zod';
import type { EndpointSpec } from '../contract/endpoint.ts';

type ParamsOf<E> = E extends { params: infer P extends z.ZodType } ? { params: z.input<P> } : unknown;

type QueryOf<E> = E extends { query: infer Q extends z.ZodType }
  ? Record<string, never> extends z.input<Q>
    ? { query?: z.input<Q> }
    : { query: z.input<Q> }
  : unknown;

type AlternativeOf<E> = E extends { bodyAlternatives: Record<string, infer A extends z.ZodType> }
  ? z.input<A>
  : never;
type BodyOf<E> = E extends { body: infer B extends z.ZodType }
  ? { body: z.input<B> | AlternativeOf<E> }
  : unknown;

interface Common {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * What a request to an endpoint takes. An `idempotencyKey` of one's own makes a repetition after a crash the same
 * request; without one each call has its own.
 */
type InputOf<E extends EndpointSpec> = Common &
  ParamsOf<E> &
  QueryOf<E> &
  BodyOf<E> &
  (E extends { idempotent: true } ? { idempotencyKey?: string } : unknown);

/** Arguments behind an endpoint's name: none where nothing is required. */
export type ArgumentsOf<E extends EndpointSpec> = Common extends InputOf<E> ? [InputOf<E>?] : [InputOf<E>];

/** One of the answers the endpoint declares, told apart by `status`. */
export type ResponseOf<E extends EndpointSpec> = {
  [S in keyof E['responses'] & number]: {
    status: S;
    headers: Headers;
    body: E['responses'][S] extends { schema: infer T extends z.ZodType } ? z.output<T> : undefined;
  };
}[keyof E['responses'] & number];

/** Endpoints that answer in pages. */
export type ItemOf<E extends EndpointSpec> = E['responses'][200] extends {
  schema: z.ZodType<{ items: (infer I)[] }>;
}
  ? I
  : never;

/** The same, as the sending takes it. */
export interface Operation {
  endpoint: Pick<EndpointSpec, 'method' | 'path' | 'idempotent'>;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
  idempotencyKey?: string;
  signal?: AbortSignal;
}
