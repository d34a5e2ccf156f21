import type { Operations } from './generated/types.ts';
import type { Route } from './route.ts';

export type OperationName = keyof Operations;

type ParamsOf<O> = O extends { params: infer P } ? { params: P } : unknown;

type QueryOf<O> = O extends { query: infer Q }
  ? Record<string, never> extends Q
    ? { query?: Q }
    : { query: Q }
  : unknown;

type BodyOf<O> = O extends { body: infer B } ? { body: B } : unknown;

interface CommonInput {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * The input of a call. With its own `idempotencyKey`, a caller can repeat the request after a crash;
 * without one, each call gets a new key.
 */
type InputOf<O> = CommonInput &
  ParamsOf<O> &
  QueryOf<O> &
  BodyOf<O> &
  (O extends { isIdempotent: true } ? { idempotencyKey?: string } : unknown);

/** The arguments after an operation's name. They are optional where nothing is required. */
export type ArgumentsOf<N extends OperationName> =
  CommonInput extends InputOf<Operations[N]> ? [InputOf<Operations[N]>?] : [InputOf<Operations[N]>];

/** One of the successful responses of an operation, told apart by `status`. */
export type ResponseOf<N extends OperationName> = {
  [S in keyof Operations[N]['responses'] & number]: {
    status: S;
    headers: Headers;
    body: Operations[N]['responses'][S];
  };
}[keyof Operations[N]['responses'] & number];

/** The items of an operation that answers in pages. */
export type ItemOf<N extends OperationName> = Operations[N]['responses'] extends {
  200: { items: (infer I)[] };
}
  ? I
  : never;

/** A call without its types, as it is sent. */
export interface Call {
  route: Route;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
  idempotencyKey?: string;
  signal?: AbortSignal;
}
