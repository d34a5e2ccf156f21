import type * as z from 'zod';
import { endpoints, type Endpoints } from '../../functions/api/index.ts';
import type { EndpointSpec } from '../contract/endpoint.ts';
import { ApiProblem, ConnectionLost, apiProblemFrom } from './api-problem.ts';
import type { ResponseOf, ArgumentsOf, ItemOf, Operation } from './call-types.ts';
import { sha256Hex, chooseTransport } from './request-transport.ts';
import {
  parseBaseUrl,
  withNetworkErrors,
  withRetries,
  send,
  type Connection,
  type RequestBody,
} from './send.ts';
import { waitForVerdict, type GatePayload, type WaitOptions } from './wait-for-verdict.ts';
import type { createdScan, finding } from '../contract/schemas.ts';

export { ApiProblem, ConnectionLost };
export type { GatePayload, WaitOptions };
export type { ScanUnit } from './wait-for-verdict.ts';
export type CreatedScan = z.output<typeof createdScan>;
export type Finding = z.output<typeof finding>;

type EndpointName = keyof Endpoints;

export interface ClientOptions {
  /** https, or http to this machine. */
  baseUrl: string;
  token: string;
  /** Something new each time, for Idempotency-Keys: `crypto.randomUUID` will do. */
  newIdempotencyKey: () => string;
  fetch?: typeof globalThis.fetch;
  sleep?: (delayMs: number) => Promise<void>;
  /** Of a clock that never goes back. */
  elapsedMs?: () => number;
}

export interface Client {
  /**
   * Calls an endpoint by its name. What may be repeated is, after 429, 503 and a lost connection, with one
   * Idempotency-Key throughout. A large scan request goes compressed or uploaded, whichever fits.
   * @throws ApiProblem for a refusal, ConnectionLost when no answer came, the signal's reason when given up.
   */
  call<N extends EndpointName>(
    name: N,
    ...input: ArgumentsOf<Endpoints[N]>
  ): Promise<ResponseOf<Endpoints[N]>>;
  /** The same, with the answer as it came: for what `Accept` asks for that is not JSON, or not of the one shape. */
  text<N extends EndpointName>(name: N, ...input: ArgumentsOf<Endpoints[N]>): Promise<string>;
  /** All items of a list, page after page. */
  items<N extends EndpointName>(
    name: N,
    ...input: ArgumentsOf<Endpoints[N]>
  ): AsyncGenerator<ItemOf<Endpoints[N]>>;
  /** See lib/client/wait-for-verdict.ts. Never creates a scan. */
  waitForVerdict(scanId: string, options?: WaitOptions): Promise<GatePayload>;
}

const specOf = (name: EndpointName): EndpointSpec => {
  const spec = endpoints.find((endpoint) => endpoint.name === name);
  if (!spec) throw new TypeError(`There is no endpoint ${name}.`);
  return spec;
};

const pause = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

const jsonOf = (response: Response, text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw apiProblemFrom(response, text);
  }
};

/** What is signed is sent by itself: the length is the body's. */
const putUpload = (
  connection: Connection,
  upload: { url: string; headers: Record<string, string> },
  content: Uint8Array<ArrayBuffer>,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const headers = Object.entries(upload.headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  return withRetries(connection, true, () =>
    withNetworkErrors(signal, async () => {
      const request = {
        method: 'PUT',
        headers: Object.fromEntries(headers),
        body: content,
        signal: signal ?? null,
      };
      const response = await connection.fetch(upload.url, request);
      const text = await response.text();
      if (!response.ok) throw apiProblemFrom(response, text);
    }),
  );
};

async function* itemsOf<N extends EndpointName>(
  call: Client['call'],
  name: N,
  ...[input]: ArgumentsOf<Endpoints[N]>
): AsyncGenerator<ItemOf<Endpoints[N]>> {
  const given = (input ?? {}) as { query?: object };
  let cursor: string | undefined;
  do {
    const query = { ...given.query, ...(cursor !== undefined && { cursor }) };
    const { body } = (await call(
      name,
      ...([{ ...given, query }] as unknown as ArgumentsOf<Endpoints[N]>),
    )) as {
      body: { items: ItemOf<Endpoints[N]>[]; nextCursor?: string };
    };
    yield* body.items;
    cursor = body.nextCursor;
  } while (cursor !== undefined);
}

/** A client of the service, typed by its endpoint table. @throws TypeError for a base URL in clear text. */
export const createClient = (options: ClientOptions): Client => {
  const connection = {
    baseUrl: parseBaseUrl(options.baseUrl),
    token: options.token,
    fetch: options.fetch ?? globalThis.fetch,
    sleep: options.sleep ?? pause,
    elapsedMs: options.elapsedMs ?? (() => performance.now()),
  };

  const payloadOf = async (
    operation: Operation,
    { requestMediaTypes: accepts }: EndpointSpec,
  ): Promise<RequestBody | undefined> => {
    const { body, idempotencyKey, signal } = operation;
    if (body === undefined) return undefined;
    const json = (value: unknown) => ({ content: JSON.stringify(value), contentType: 'application/json' });
    if (!accepts?.includes('application/gzip')) return json(body);
    const way = await chooseTransport(body);
    if (way.way === 'body') return way.payload;
    const place = { contentLength: way.content.length, sha256: await sha256Hex(way.content) };
    const { body: upload } = await call('create-upload', { body: place, idempotencyKey, signal });
    await putUpload(connection, upload, way.content, signal);
    return json({ uploadId: upload.uploadId });
  };

  const exchange = async (name: EndpointName, input: object = {}) => {
    const endpoint = specOf(name);
    const given = input as Omit<Operation, 'endpoint'>;
    const idempotencyKey = endpoint.idempotent && (given.idempotencyKey ?? options.newIdempotencyKey());
    const operation: Operation = { ...given, endpoint, ...(idempotencyKey && { idempotencyKey }) };
    return send(connection, operation, await payloadOf(operation, endpoint));
  };

  const call = async <N extends EndpointName>(
    name: N,
    ...[input]: ArgumentsOf<Endpoints[N]>
  ): Promise<ResponseOf<Endpoints[N]>> => {
    const { response, text } = await exchange(name, input);
    const { status, headers } = response;
    return { status, headers, body: jsonOf(response, text) } as ResponseOf<Endpoints[N]>;
  };

  return {
    call,
    text: async (name, ...[input]) => (await exchange(name, input)).text,
    items: (name, ...input) => itemsOf(call, name, ...input),
    waitForVerdict: (scanId, wait) => waitForVerdict(connection, specOf('wait-scan'), scanId, wait),
  };
};
