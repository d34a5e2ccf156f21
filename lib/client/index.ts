import { ApiProblem, ConnectionLost, ServiceSilent, apiProblemFrom } from './api-problem.ts';
import type { ArgumentsOf, BodyOfResponse, Call, ItemOf, OperationName, ResponseOf } from './call-types.ts';
import { credentialOf, type CredentialOptions } from './credential.ts';
import { routes } from './generated/routes.ts';
import { chooseTransport, uploadOfBytes, type Sha256, type UploadContent } from './request-transport.ts';
import {
  parseBaseUrl,
  parseJson,
  send,
  withNetworkErrors,
  withRetries,
  type Connection,
  type RequestBody,
} from './send.ts';
import { waitForVerdict, type VerdictPayload, type WaitOptions } from './wait-for-verdict.ts';

export { ApiProblem, ConnectionLost, ServiceSilent };
export type { ScanUnit, VerdictPayload, WaitOptions } from './wait-for-verdict.ts';
export type { ArgumentsOf, BodyOfResponse, ItemOf, OperationName, ResponseOf } from './call-types.ts';
export { encodedObject, encodedText } from './encoded-json.ts';
export type { EventData, EventType, WebhookEvent } from './events.ts';
export type CreatedScan = BodyOfResponse<'create-scan', 201>;
export type Finding = ItemOf<'list-findings'>;

export type ClientOptions = CredentialOptions & {
  /** An https URL, or http to this machine. */
  baseUrl: string;
  /** Makes a new Idempotency-Key for each call; `crypto.randomUUID` by default. */
  newIdempotencyKey?: () => string;
  fetch?: typeof globalThis.fetch;
  sleep?: (delayMs: number) => Promise<void>;
  /** Reads a clock that never goes back. */
  elapsedMs?: () => number;
  /** Starts a SHA-256 of pieces (`() => createHash('sha256')` of Node), which an upload then needs no copy for. */
  newSha256?: () => Sha256;
};

/** An SBOM that is uploaded alone, to be named by its `uploadId` in create-scan. */
export interface DocumentUpload {
  mediaType: NonNullable<ArgumentsOf<'create-upload'>[0]['body']['mediaType']>;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface Client {
  /**
   * Calls an operation. A call that may be repeated is, after 429, 503 and a lost connection, under one
   * Idempotency-Key. A large scan request travels compressed or uploaded.
   * @throws ApiProblem for a refusal, ConnectionLost without a response, the signal's reason after an abort.
   */
  call<N extends OperationName>(name: N, ...input: ArgumentsOf<N>): Promise<ResponseOf<N>>;
  /** Calls an operation and returns the body as text, for formats that `Accept` asks for. */
  text<N extends OperationName>(name: N, ...input: ArgumentsOf<N>): Promise<string>;
  /** Yields all items of a list, page after page. */
  items<N extends OperationName>(name: N, ...input: ArgumentsOf<N>): AsyncGenerator<ItemOf<N>>;
  /** Uploads an SBOM as it is, in a format that the service reads. @returns the uploadId of its scan. */
  upload(bytes: Uint8Array<ArrayBuffer>, input: DocumentUpload): Promise<string>;
  /** Waits for the verdict of a scan (`waitForVerdict`). It never creates a scan. */
  waitForVerdict(scanId: string, options?: WaitOptions): Promise<VerdictPayload>;
}

type CallInput = Omit<Call, 'route'>;

interface Page<T> {
  items: T[];
  nextCursor?: string;
}

const pause = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

const jsonBody = (value: unknown): RequestBody => ({
  content: JSON.stringify(value),
  contentType: 'application/json',
});

interface Upload {
  url: string;
  headers: Record<string, string>;
  content: UploadContent['content'];
  signal: AbortSignal | undefined;
}

/** Uploads to a presigned URL. The signed length is not sent as a header, because fetch takes it from the body. */
const putUpload = (connection: Connection, { url, headers, content, signal }: Upload): Promise<void> => {
  const sent = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  return withRetries(connection, true, () =>
    withNetworkErrors(signal, async () => {
      const response = await connection.fetch(url, {
        method: 'PUT',
        headers: Object.fromEntries(sent),
        body: content,
        credentials: 'omit',
        signal: signal ?? null,
      });
      const text = await response.text();
      if (!response.ok) throw apiProblemFrom(response, text);
    }),
  );
};

/** A browser refuses its `fetch` as the method of any other object. */
const globalFetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init);

const connectionOf = (options: ClientOptions) => ({
  baseUrl: parseBaseUrl(options.baseUrl),
  credential: credentialOf(options),
  fetch: options.fetch ?? globalFetch,
  sleep: options.sleep ?? pause,
  elapsedMs: options.elapsedMs ?? (() => performance.now()),
});

type Exchange = (name: OperationName, input?: CallInput) => Promise<{ response: Response; text: string }>;

type Uploading = (content: UploadContent, input: Partial<DocumentUpload>) => Promise<string>;

/** Sends calls, and uploads bodies that do not fit a request. */
const exchangeOver = (
  connection: Connection,
  { newIdempotencyKey = () => crypto.randomUUID(), newSha256 }: ClientOptions,
): { exchange: Exchange; upload: Uploading } => {
  const bodyOf = async (call: Call): Promise<RequestBody | undefined> => {
    const { route, body, idempotencyKey, signal } = call;
    if (body === undefined) return undefined;
    if (!route.takesGzip) return jsonBody(body);
    const transport = await chooseTransport(body, newSha256);
    if (transport.kind === 'body') return transport.body;
    return jsonBody({ uploadId: await upload(transport, { idempotencyKey, signal }) });
  };

  const upload: Uploading = async ({ content, sha256 }, { mediaType, idempotencyKey, signal }) => {
    const body = { contentLength: content.size, sha256, ...(mediaType !== undefined && { mediaType }) };
    const input = {
      body,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(signal && { signal }),
    };
    const { response, text } = await exchange('create-upload', input);
    const created = parseJson(response, text) as BodyOfResponse<'create-upload'>;
    await putUpload(connection, { ...created, content, signal });
    return created.uploadId;
  };

  const exchange: Exchange = async (name, input = {}) => {
    const route = routes[name];
    const call: Call = {
      ...input,
      route,
      ...(route.isIdempotent && { idempotencyKey: input.idempotencyKey ?? newIdempotencyKey() }),
    };
    return send(connection, call, await bodyOf(call));
  };
  return { exchange, upload };
};

/** Makes a client, typed by the generated operations. @throws TypeError for a base URL in clear text. */
export const createClient = (options: ClientOptions): Client => {
  const connection = connectionOf(options);
  const { exchange, upload } = exchangeOver(connection, options);

  const exchangeJson = async (name: OperationName, input?: CallInput) => {
    const { response, text } = await exchange(name, input);
    return { status: response.status, headers: response.headers, body: parseJson(response, text) };
  };

  async function* items<N extends OperationName>(
    name: N,
    ...[input]: ArgumentsOf<N>
  ): AsyncGenerator<ItemOf<N>> {
    const given: CallInput = input ?? {};
    let cursor: string | undefined;
    do {
      const query = { ...given.query, ...(cursor !== undefined && { cursor }) };
      const { response, text } = await exchange(name, { ...given, query });
      const page = parseJson(response, text) as Partial<Page<ItemOf<N>>> | null | undefined;
      const isNext = page?.nextCursor === undefined || page.nextCursor !== cursor;
      if (!Array.isArray(page?.items) || !isNext) throw apiProblemFrom(response, '');
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  return {
    call: async <N extends OperationName>(name: N, ...[input]: ArgumentsOf<N>) =>
      (await exchangeJson(name, input)) as ResponseOf<N>,
    text: async (name, ...[input]) => (await exchange(name, input)).text,
    items,
    upload: async (bytes, input) => upload(await uploadOfBytes(bytes), input),
    waitForVerdict: (scanId, wait) => waitForVerdict(connection, scanId, wait),
  };
};
