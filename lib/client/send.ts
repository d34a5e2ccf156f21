import { isEncrypted } from './encrypted-address.ts';
import { ApiProblem, ConnectionLost, ServiceSilent, apiProblemFrom } from './api-problem.ts';
import type { Call } from './call-types.ts';
import { cookiesAlone, type Credential, type SessionFacts } from './credential.ts';
import { routes } from './generated/routes.ts';

/** The service, and what a client uses of its environment. */
export interface Connection {
  baseUrl: URL;
  credential: Credential;
  fetch: typeof globalThis.fetch;
  sleep: (delayMs: number) => Promise<void>;
}

export interface RequestBody {
  content: string | Uint8Array<ArrayBuffer>;
  contentType: string;
}

const maxAttempts = 5;
const baseDelayMs = 500;
/** A client that is asked to wait longer than this gives up instead. */
const maxDelaySeconds = 90;
/** The gateway answers within 29 s, or gives up. */
const responseTimeoutMs = 60_000;

const urlIn = (text: string): URL => {
  try {
    return new URL(text.endsWith('/') ? text : `${text}/`);
  } catch {
    // The message of the parser would repeat the text, which may hold a password.
    throw new TypeError('The base URL is no URL.');
  }
};

/** @throws TypeError for a URL that would carry the token in clear text, or that holds a secret itself. */
export const parseBaseUrl = (text: string): URL => {
  const url = urlIn(text);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('The base URL holds nothing but protocol, host, port and path.');
  if (!isEncrypted(url)) {
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

const urlOf = (baseUrl: URL, { route, params, query }: Call): URL => {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  const path = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => segment(name, values.get(name)));
  const url = new URL(`.${path}`, baseUrl);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
};

const networkError = (error: unknown, signal: AbortSignal | undefined): Error => {
  if (signal?.aborted) return signal.reason as Error;
  if (error instanceof Error && error.name === 'TimeoutError') return new ServiceSilent({ cause: error });
  return new ConnectionLost('The connection was lost before the answer was complete.', { cause: error });
};

/** Runs something over the network. @throws ConnectionLost for a network error, the signal's reason after an abort. */
export const withNetworkErrors = async <T>(
  signal: AbortSignal | undefined,
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    throw error instanceof ApiProblem || error instanceof ConnectionLost
      ? error
      : networkError(error, signal);
  }
};

/** The headers that have a value. */
const defined = (headers: Call['headers'] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

interface Transmission {
  url: URL;
  /** The headers of the credential. */
  proof: Record<string, string>;
  body?: RequestBody | undefined;
  signal: AbortSignal;
}

/** Sends one request. @returns a successful response. @throws ApiProblem for any other response. */
const transmit = async (
  connection: Connection,
  { route, headers, idempotencyKey }: Call,
  { url, proof, body, signal }: Transmission,
): Promise<Response> => {
  const response = await connection.fetch(url, {
    method: route.method,
    headers: {
      ...defined(headers),
      ...proof,
      ...(body && { 'Content-Type': body.contentType }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body && { body: body.content }),
    credentials: connection.credential.credentials,
    // The service never redirects, so a redirect comes from another server.
    redirect: 'manual',
    signal,
  });
  if (response.ok || response.status === 304) return response;
  throw apiProblemFrom(response, await response.text());
};

/** Reads the body of a successful response. @throws ApiProblem if it is not JSON, so not from the service. */
export const parseJson = (response: Response, text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw apiProblemFrom(response, text);
  }
};

/** Whether a repeated request has no further effect. */
const isRepeatable = ({ route, idempotencyKey }: Call): boolean =>
  ['GET', 'PUT', 'DELETE'].includes(route.method) || idempotencyKey !== undefined;

/** Returns the delay before the next attempt, or undefined if the request is not to be repeated. */
const delayAfter = (error: unknown, attempt: number, repeatable: boolean): number | undefined => {
  const backoffMs = baseDelayMs * 2 ** (attempt - 1);
  if (error instanceof ServiceSilent) return undefined;
  if (error instanceof ConnectionLost) return repeatable ? backoffMs : undefined;
  if (!(error instanceof ApiProblem) || !error.retryable) return undefined;
  // A rate-limited request had no effect.
  if (!repeatable && error.status !== 429) return undefined;
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds === undefined) return backoffMs;
  return retryAfterSeconds <= maxDelaySeconds ? retryAfterSeconds * 1000 : undefined;
};

/** Repeats a failed request, up to five attempts in all. @throws the last failure. */
export const withRetries = async <T>(
  { sleep }: Pick<Connection, 'sleep'>,
  repeatable: boolean,
  run: () => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const delayMs = attempt < maxAttempts ? delayAfter(error, attempt, repeatable) : undefined;
      if (delayMs === undefined) throw error;
      await sleep(delayMs);
    }
  }
};

const withTimeout = (signal: AbortSignal | undefined): AbortSignal => {
  const timeout = AbortSignal.timeout(responseTimeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
};

type Answer = { response: Response; text: string };

const sessionOf = async (connection: Connection): Promise<SessionFacts> => {
  const asWhoever = { ...connection, credential: cookiesAlone };
  const { response, text } = await send(asWhoever, { route: routes['get-session'] }, undefined);
  const session = parseJson(response, text) as Partial<SessionFacts> | undefined;
  if (typeof session?.csrfToken !== 'string' || !session.organization || !session.person)
    throw apiProblemFrom(response, text);
  return session as SessionFacts;
};

/** Runs a request, and once more if the credential can be renewed. A refused credential has no effect. */
const withRenewal = async <T>(connection: Connection, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (!(await connection.credential.renewAfter(error, () => sessionOf(connection)))) throw error;
    return run();
  }
};

/** Sends a request, with retries, and reads its response. @throws ApiProblem, ConnectionLost, or the signal's reason. */
export const send = async (
  connection: Connection,
  call: Call,
  body: RequestBody | undefined,
): Promise<Answer> => {
  const url = urlOf(connection.baseUrl, call);
  const attempt = async (): Promise<Answer> => {
    const proof = await connection.credential.headers();
    return withNetworkErrors(call.signal, async () => {
      const response = await transmit(connection, call, {
        url,
        proof,
        body,
        signal: withTimeout(call.signal),
      });
      return { response, text: await response.text() };
    });
  };
  return withRenewal(connection, () => withRetries(connection, isRepeatable(call), attempt));
};

/** Sends a request whose response takes minutes, and returns it as soon as it begins. */
export const openStream = async (
  connection: Connection,
  call: Call,
  signal: AbortSignal,
): Promise<Response> => {
  const url = urlOf(connection.baseUrl, call);
  const attempt = async (): Promise<Response> => {
    const proof = await connection.credential.headers();
    return withNetworkErrors(call.signal, () => transmit(connection, call, { url, proof, signal }));
  };
  return withRenewal(connection, () => withRetries(connection, true, attempt));
};
