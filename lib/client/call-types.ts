import type { routes } from './generated/routes.ts';
import type { operations } from './generated/types.ts';
import type { Route } from './route.ts';

export type OperationName = keyof typeof routes;

type Parameters<N extends OperationName> = operations[N]['parameters'];

type ParamsOf<P> = P extends { path: infer T } ? { params: T } : unknown;

type QueryOf<P> = P extends { query: infer Q extends object }
  ? { query: Q }
  : P extends { query?: infer Q extends object }
    ? { query?: Q }
    : unknown;

/** Headers with a meaning for the operation have names; any other may be sent with it. */
interface HeadersOf<P> {
  headers?: Record<string, string> & (P extends { header?: infer H extends object } ? H : unknown);
}

type KeyOf<P> = P extends { header?: { 'Idempotency-Key'?: string } } ? { idempotencyKey?: string } : unknown;

/** The content is JSON where JSON is one of the formats. */
type ContentOf<C> = C extends { 'application/json': infer J } ? J : C[keyof C];

type BodyOf<O> = O extends { requestBody: { content: infer C } } ? { body: ContentOf<C> } : unknown;

interface CommonInput {
  signal?: AbortSignal;
}

/**
 * The input of a call. With its own `idempotencyKey`, a caller can repeat the request after a crash;
 * without one, each call gets a new key.
 */
type InputOf<N extends OperationName> = CommonInput &
  HeadersOf<Parameters<N>> &
  ParamsOf<Parameters<N>> &
  QueryOf<Parameters<N>> &
  BodyOf<operations[N]> &
  KeyOf<Parameters<N>>;

/** The arguments after an operation's name. They are optional where nothing is required. */
export type ArgumentsOf<N extends OperationName> =
  CommonInput extends InputOf<N> ? [InputOf<N>?] : [InputOf<N>];

type ResponsesOf<N extends OperationName> = operations[N]['responses'];

type ResponseBody<R> = R extends { content: infer C extends object } ? ContentOf<C> : undefined;

/** One of the successful responses of an operation, distinguished by `status`. */
export type ResponseOf<N extends OperationName> = {
  [S in keyof ResponsesOf<N> & number]: {
    status: S;
    headers: Headers;
    body: ResponseBody<ResponsesOf<N>[S]>;
  };
}[keyof ResponsesOf<N> & number];

/** The body of a successful response of an operation, of one status if one is named. */
export type BodyOfResponse<N extends OperationName, S extends number = number> = Extract<
  ResponseOf<N>,
  { status: S }
>['body'];

/** The items of an operation that answers in pages. */
export type ItemOf<N extends OperationName> =
  Extract<ResponseOf<N>, { status: 200 }> extends { body: { items: (infer I)[] } } ? I : never;

/** A call without its types, as it is sent. */
export interface Call {
  route: Route;
  params?: object;
  query?: object;
  body?: unknown;
  headers?: Record<string, string | undefined>;
  idempotencyKey?: string;
  signal?: AbortSignal;
}
