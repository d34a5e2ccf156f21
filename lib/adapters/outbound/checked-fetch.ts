import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import {
  addressRule,
  checkedLookup,
  checkAddressLiteral,
  ForbiddenAddress,
  type ResolveHostname,
} from '@scangate/git/remote/permitted-address';
import { OutboundFailure } from './outbound-failure.ts';

export interface CheckedFetchOptions {
  /** `https` are public hosts; `loopback` is this machine, also over http; `private` are private addresses. */
  allowed: ReadonlySet<'https' | 'loopback' | 'private'>;
  /** The longest time of a request, from the lookup of the name to the last byte. */
  timeoutMs: number;
  /** The most bytes of an answer. */
  maxBytes: number;
  /** Resolves host names; the system does unless a test replaces it. */
  resolve?: ResolveHostname;
}

/** The part of `fetch` that a request to an issuer needs, so that it fits where libraries take a `fetch`. */
interface OutboundRequest {
  method?: string | undefined;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: string | URLSearchParams | Uint8Array | ArrayBuffer | ReadableStream | null | undefined;
  signal?: AbortSignal | null | undefined;
}

export type CheckedFetch = (url: string | URL, request?: OutboundRequest) => Promise<Response>;

/** Statuses whose answers have no body. */
const bodilessStatuses = [204, 205, 304];

/** Parses a URL without user name, password or fragment. @throws OutboundFailure */
const requireUrl = (text: string | URL): URL => {
  const url = URL.canParse(String(text)) ? new URL(String(text)) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.hash)
    throw new OutboundFailure('url_forbidden');
  return url;
};

const failureOf = (error: unknown, signal: AbortSignal): OutboundFailure => {
  if (error instanceof OutboundFailure) return error;
  if (error instanceof ForbiddenAddress) return new OutboundFailure('address_forbidden');
  return new OutboundFailure(signal.aborted ? 'timed_out' : 'unreachable', { cause: error });
};

const bodyOf = async (answer: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new OutboundFailure('too_large');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};

/** Refuses an answer that leads elsewhere, is compressed, or says that it is too large. @throws OutboundFailure */
const checkHead = ({ statusCode = 0, headers }: IncomingMessage, maxBytes: number): void => {
  if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) throw new OutboundFailure('redirected');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new OutboundFailure('encoded');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new OutboundFailure('too_large');
};

/** Keeps the headers of an answer, but none that would keep a state. */
const headersOf = (answer: IncomingMessage): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    if (name !== 'set-cookie' && value !== undefined) headers.set(name, String(value));
  return headers;
};

/** Requests are small and sent at once: what is streamed has no length. @throws OutboundFailure */
const bytesOf = (body: OutboundRequest['body']): Buffer | undefined => {
  if (body === null || body === undefined) return undefined;
  if (body instanceof ReadableStream) throw new OutboundFailure('encoded');
  return typeof body === 'string' || body instanceof URLSearchParams
    ? Buffer.from(String(body))
    : Buffer.from(new Uint8Array(body));
};

/** Sends the request and waits for the head of its answer. Nothing is sent that the caller does not name. */
const send = (
  url: URL,
  { method = 'GET', headers, body }: OutboundRequest,
  { allowed, resolve, signal }: CheckedFetchOptions & { signal: AbortSignal },
): Promise<IncomingMessage> => {
  const isPermitted = addressRule(allowed, url.protocol);
  checkAddressLiteral(url, isPermitted);
  const bytes = bytesOf(body);
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method,
    headers: {
      'user-agent': 'scangate',
      ...(body instanceof URLSearchParams && {
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      }),
      ...Object.fromEntries(new Headers(headers)),
      'accept-encoding': 'identity',
      ...(bytes && { 'content-length': String(bytes.length) }),
    },
    // A connection of its own: nothing of one issuer is reused for another.
    agent: false,
    lookup: checkedLookup(isPermitted, resolve),
    signal,
  });
  outgoing.once('response', answered);
  outgoing.on('error', reject);
  outgoing.end(bytes);
  return promise;
};

/**
 * Makes a `fetch` for hosts that customers name. It connects to permitted addresses alone, which it checks in the lookup
 * of the connection itself, follows no redirect, reads no compressed answer, and bounds time and bytes
 * (docs/adr/0065-ci-trust.md).
 * @throws OutboundFailure, by the returned function.
 */
export const checkedFetch =
  (options: CheckedFetchOptions): CheckedFetch =>
  async (text, request = {}) => {
    const { timeoutMs, maxBytes } = options;
    const url = requireUrl(text);
    const signal = AbortSignal.any([
      AbortSignal.timeout(timeoutMs),
      ...(request.signal ? [request.signal] : []),
    ]);
    let answer: IncomingMessage | undefined;
    try {
      answer = await send(url, request, { ...options, signal });
      checkHead(answer, maxBytes);
      const body = await bodyOf(answer, maxBytes);
      const status = answer.statusCode ?? 0;
      const response = new Response(bodilessStatuses.includes(status) ? null : body, {
        status,
        headers: headersOf(answer),
      });
      // A library compares the address of the answer with that of the request.
      Object.defineProperty(response, 'url', { value: url.href });
      return response;
    } catch (error) {
      throw failureOf(error, signal);
    } finally {
      answer?.destroy();
    }
  };
