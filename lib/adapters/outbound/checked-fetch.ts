import type { IncomingMessage } from 'node:http';
import {
  OutboundFailure,
  type OutboundFetch,
  type OutboundReason,
  type OutboundRequest,
} from '#ports/outbound.ts';
import { openRequest, type HostRules } from './open-request.ts';
import type { AllowedAddresses } from './permitted-address.ts';

export interface CheckedFetchOptions extends Pick<HostRules, 'resolve'> {
  /** Returns which addresses of a host may be connected to. */
  allowedAt(hostname: string): AllowedAddresses;
  /** The time limit for establishing a connection. */
  connectMs: number;
  /** The time limit of a request, from the lookup of the name to the last byte. */
  timeoutMs: number;
  /** The limit of bytes of a response. */
  maxBytes: number;
  /** Decides about a larger response: it is refused, or the rest of it is not read. */
  excess: 'refuse' | 'cut';
}

/** Statuses whose responses have no body. */
const bodilessStatuses = [204, 205, 304];

/** Parses a URL without user name, password or fragment. @throws OutboundFailure */
const requireUrl = (text: string | URL): URL => {
  const url = URL.canParse(String(text)) ? new URL(String(text)) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.hash)
    throw new OutboundFailure('url_forbidden');
  return url;
};

const reasons: [RegExp, OutboundReason][] = [
  [/^FORBIDDEN_ADDRESS$/, 'address_forbidden'],
  [/^(?:CONNECT_TIMEOUT|HOST_SILENT|ETIMEDOUT)$/, 'timed_out'],
  [/^(?:ENOTFOUND|EAI_|ENODATA)/, 'name_unknown'],
  [
    /^(?:HANDSHAKE_FAILED|EPROTO|ERR_TLS|ERR_SSL|ERR_OSSL)|CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME/,
    'tls_failed',
  ],
];

/** Reads why a connection failed from the code of its error. */
export const outboundFailureOf = (error: unknown, signal?: AbortSignal): OutboundFailure => {
  if (error instanceof OutboundFailure) return error;
  if (signal?.aborted) return new OutboundFailure('timed_out', { cause: error });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1] ?? 'unreachable';
  // An address that is not allowed is not described further.
  return new OutboundFailure(reason, reason === 'address_forbidden' ? {} : { cause: error });
};

const bodyOf = async (
  answer: IncomingMessage,
  { maxBytes, excess }: CheckedFetchOptions,
): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes && excess === 'refuse') throw new OutboundFailure('too_large');
    chunks.push(chunk);
    if (bytes >= maxBytes && excess === 'cut') break;
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, maxBytes));
};

/**
 * Refuses a response that redirects, is compressed, or announces that it is too large.
 * @throws OutboundFailure
 */
const checkHead = (answer: IncomingMessage, { maxBytes, excess }: CheckedFetchOptions): void => {
  const { statusCode: status = 0, headers } = answer;
  if (status >= 300 && status < 400 && status !== 304) throw new OutboundFailure('redirected', { status });
  if (excess === 'cut') return;
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new OutboundFailure('encoded', { status });
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new OutboundFailure('too_large', { status });
};

/** Returns the headers of a response, without those that would keep a state. */
const headersOf = (answer: IncomingMessage): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    if (name !== 'set-cookie' && value !== undefined) headers.set(name, String(value));
  return headers;
};

/**
 * Requests are small and sent at once: streamed ones have no length.
 * @throws OutboundFailure
 */
const bytesOf = (body: OutboundRequest['body']): Buffer | undefined => {
  if (body === null || body === undefined) return undefined;
  if (body instanceof ReadableStream) throw new OutboundFailure('encoded');
  return typeof body === 'string' || body instanceof URLSearchParams
    ? Buffer.from(String(body))
    : Buffer.from(new Uint8Array(body));
};

/** Only headers that the caller names are sent. */
const send = (
  url: URL,
  { method = 'GET', headers, body }: OutboundRequest,
  { allowedAt, signal, ...rules }: CheckedFetchOptions & { signal: AbortSignal },
): Promise<IncomingMessage> => {
  const request = {
    method,
    headers: {
      'user-agent': 'scangate',
      ...(body instanceof URLSearchParams && {
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      }),
      ...Object.fromEntries(new Headers(headers)),
      'accept-encoding': 'identity',
    },
    body: bytesOf(body),
    signal,
  };
  return openRequest(url, request, { ...rules, allowed: allowedAt(url.hostname) });
};

/**
 * A status that no `Response` can have is not a response.
 * @throws OutboundFailure
 */
const responseOf = (answer: IncomingMessage, body: Uint8Array<ArrayBuffer>): Response => {
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 599) throw new OutboundFailure('unreachable', { status });
  return new Response(bodilessStatuses.includes(status) ? null : body, {
    status,
    headers: headersOf(answer),
  });
};

/**
 * Makes a `fetch` for hosts that customers name. It only connects to permitted addresses, which it checks in the
 * lookup of the connection itself, follows no redirect, reads no compressed response, and bounds time and bytes
 * (docs/adr/0082-outbound.md).
 * @throws OutboundFailure, by the returned function.
 */
export const checkedFetch =
  (options: CheckedFetchOptions): OutboundFetch =>
  async (text, request = {}) => {
    const url = requireUrl(text);
    const signal = AbortSignal.any([
      AbortSignal.timeout(options.timeoutMs),
      ...(request.signal ? [request.signal] : []),
    ]);
    let answer: IncomingMessage | undefined;
    try {
      answer = await send(url, request, { ...options, signal });
      checkHead(answer, options);
      const response = responseOf(answer, await bodyOf(answer, options));
      // A library compares the URL of the response with that of the request.
      Object.defineProperty(response, 'url', { value: url.href });
      return response;
    } catch (error) {
      const failure = outboundFailureOf(error, signal);
      const status = failure.status ?? answer?.statusCode;
      if (status === undefined || failure.status !== undefined) throw failure;
      throw new OutboundFailure(failure.reason, { status, cause: failure.cause });
    } finally {
      answer?.destroy();
    }
  };
