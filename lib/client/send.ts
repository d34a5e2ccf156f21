import { ApiProblem, ConnectionLost, apiProblemFrom } from './api-problem.ts';
import type { Operation } from './call-types.ts';

/** What sending needs from outside. */
export interface Connection {
  /** https, or http to this machine. */
  baseUrl: URL;
  token: string;
  fetch: typeof globalThis.fetch;
  sleep: (delayMs: number) => Promise<void>;
}

export interface RequestBody {
  content: string | Uint8Array<ArrayBuffer>;
  contentType: string;
}

const attempts = 5;
const firstPauseMs = 500;
/** Who is told to stay away for longer is not helped by a client that hangs. */
const longestPauseSeconds = 90;
/** The gateway answers within 29 s, or gives up. */
const answerMs = 60_000;

/** @throws TypeError when a credential would travel in clear. */
export const parseBaseUrl = (text: string): URL => {
  const url = new URL(text.endsWith('/') ? text : `${text}/`);
  const local = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !local) {
    throw new TypeError('The base URL must be https, or http to this machine.');
  }
  return url;
};

const segment = (name: string, value: unknown): string => {
  const text = String(value ?? '');
  // A dot segment would lead to another endpoint.
  if (['', '.', '..'].includes(text)) throw new TypeError(`${name} cannot be "${text}".`);
  return encodeURIComponent(text);
};

const addressOf = (baseUrl: URL, { endpoint, params, query }: Operation): URL => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => segment(name, params?.[name]));
  const url = new URL(`.${path}`, baseUrl);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
};

const lost = (error: unknown, signal: AbortSignal | undefined): Error => {
  if (signal?.aborted) return signal.reason as Error;
  return new ConnectionLost('The connection was lost before the answer was complete.', { cause: error });
};

/** Runs something over the network. @throws ConnectionLost for what the network does, the signal's reason when given up. */
export const withNetworkErrors = async <T>(
  signal: AbortSignal | undefined,
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    throw error instanceof ApiProblem || error instanceof ConnectionLost ? error : lost(error, signal);
  }
};

/** One request. @returns the answer when it is one of success. */
const transmit = async (
  connection: Connection,
  url: URL,
  { endpoint, headers, idempotencyKey }: Operation,
  payload: RequestBody | undefined,
  signal: AbortSignal,
): Promise<Response> => {
  const response = await connection.fetch(url, {
    method: endpoint.method,
    headers: {
      ...headers,
      Authorization: `Bearer ${connection.token}`,
      ...(payload && { 'Content-Type': payload.contentType }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(payload && { body: payload.content }),
    // The service never redirects; whoever does is somebody else.
    redirect: 'error',
    signal,
  });
  if (response.ok || response.status === 304) return response;
  throw apiProblemFrom(response, await response.text());
};

/** Whether a second request cannot do anything twice. */
const isRepeatable = ({ endpoint, idempotencyKey }: Operation): boolean =>
  ['GET', 'PUT', 'DELETE'].includes(endpoint.method) || idempotencyKey !== undefined;

/** How long to wait before the next attempt, or undefined when there is no sense in one. */
const pauseMs = (error: unknown, attempt: number, repeatable: boolean): number | undefined => {
  const backoff = firstPauseMs * 2 ** (attempt - 1);
  if (error instanceof ConnectionLost) return repeatable ? backoff : undefined;
  // Nothing was done for whoever is told to slow down.
  if (!(error instanceof ApiProblem) || !error.retryable || !(repeatable || error.status === 429))
    return undefined;
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds === undefined) return backoff;
  return retryAfterSeconds <= longestPauseSeconds ? retryAfterSeconds * 1000 : undefined;
};

/** Repeats what failed and may be repeated, up to five attempts. @throws the last failure. */
export const withRetries = async <T>(
  { sleep }: Pick<Connection, 'sleep'>,
  repeatable: boolean,
  run: () => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const pause = attempt < attempts ? pauseMs(error, attempt, repeatable) : undefined;
      if (pause === undefined) throw error;
      await sleep(pause);
    }
  }
};

const within = (signal: AbortSignal | undefined): AbortSignal => {
  const limit = AbortSignal.timeout(answerMs);
  return signal ? AbortSignal.any([signal, limit]) : limit;
};

/** Sends a request until it is answered. @throws ApiProblem, ConnectionLost, or the signal's reason. */
export const send = async (
  connection: Connection,
  operation: Operation,
  payload: RequestBody | undefined,
): Promise<{ response: Response; text: string }> => {
  const url = addressOf(connection.baseUrl, operation);
  return withRetries(connection, isRepeatable(operation), () =>
    withNetworkErrors(operation.signal, async () => {
      const response = await transmit(connection, url, operation, payload, within(operation.signal));
      return { response, text: await response.text() };
    }),
  );
};

/** Sends a request whose answer arrives over minutes: it is handed on while it still comes. */
export const openStream = async (
  connection: Connection,
  operation: Operation,
  signal: AbortSignal,
): Promise<Response> => {
  const url = addressOf(connection.baseUrl, operation);
  return withRetries(connection, true, () =>
    withNetworkErrors(operation.signal, () => transmit(connection, url, operation, undefined, signal)),
  );
};
