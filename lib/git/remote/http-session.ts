import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { HostConnections, OpenConnections } from './git-host-connections.ts';
import {
  failureOfConnection,
  failureOfResponse,
  isHostError,
  isRateLimited,
  retryAfterSeconds,
} from './http-failure.ts';
import { formsOfSecret, quotedBytes, quotedWords } from './quoted-words.ts';
import { GitFailure } from '../git-failure.ts';
import type { RepositoryLocation } from '../commit.ts';

export interface HttpOptions {
  connections: HostConnections;
  /** Opens connections for a session beside this one. */
  connect: OpenConnections;
  /** The total time that one operation waits for Retry-After. */
  waitSeconds: number;
  /** The longest duration of one operation, even if the host keeps sending. */
  totalMs: number;
  /** After this time, a response must reach the minimum rate; until then, a host may be preparing a pack. */
  slowMs: number;
}

/** The minimum bytes per second of a slow response. */
const leastRate = 1024;
/** The longest wait for the message of a failed host. */
const wordsMs = 2_000;

export interface HttpRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

const maxRedirects = 5;
const redirectStatuses = [301, 302, 303, 307, 308];

/** Returns the user name that a host expects with a token. */
const tokenUser = (hostname: string): string => {
  if (hostname === 'bitbucket.org') return 'x-token-auth';
  return hostname === 'gitlab.com' ? 'oauth2' : 'x-access-token';
};

/**
 * The HTTP requests of one operation on one repository. It holds the connections and the credential, which is only
 * sent to the origin of the repository's URL.
 */
export class HttpSession {
  readonly hasCredential: boolean;
  /** Aborts with the caller's signal, or when the operation takes too long. */
  readonly signal: AbortSignal;
  readonly #location: RepositoryLocation;
  readonly #rules: HttpOptions;
  readonly #origin: string;
  readonly #authorization: string | undefined;
  readonly #secrets: readonly string[];
  readonly #deadline: NodeJS.Timeout;
  #waitSecondsLeft: number;

  constructor(location: RepositoryLocation, rules: HttpOptions, signal: AbortSignal) {
    const { url, credential } = location;
    const { origin, hostname } = new URL(url);
    this.#location = location;
    this.#rules = rules;
    const late = new AbortController();
    this.signal = AbortSignal.any([signal, late.signal]);
    this.#deadline = setTimeout(() => late.abort(tookTooLong(rules.totalMs)), rules.totalMs);
    this.#deadline.unref();
    this.#origin = origin;
    this.#waitSecondsLeft = rules.waitSeconds;
    this.hasCredential = credential !== undefined;
    const username = credential?.username ?? tokenUser(hostname);
    this.#secrets = credential ? formsOfSecret({ username, secret: credential.secret }) : [];
    if (credential) {
      const pair = Buffer.from(`${username}:${credential.secret}`);
      this.#authorization = `Basic ${pair.toString('base64')}`;
    }
  }

  /**
   * Opens a session for questions to the same repository beside those of this one, which neither take its connections nor its
   * time to wait for the host. The caller closes it.
   */
  async beside(): Promise<HttpSession> {
    const connections = await this.#rules.connect();
    return new HttpSession(this.#location, { ...this.#rules, connections, waitSeconds: 0 }, this.signal);
  }

  /** Quotes the host without the credential. */
  quote(words: string): string {
    return quotedWords(words, this.#secrets);
  }

  /**
   * Yields the body of a response, at most `maxBytes`; nothing when it declares a larger size.
   * @throws GitTransient when it breaks off, GitFailure.
   */
  bytesOf(response: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
      response.destroy();
      throw tooManyBytes(maxBytes);
    }
    return bytesOf(response, { maxBytes, signal: this.signal, slowMs: this.#rules.slowMs });
  }

  close(): void {
    clearTimeout(this.#deadline);
    this.#rules.connections.close();
  }

  /**
   * Sends a request, follows redirects of a GET and waits when the host asks for it.
   * @returns a response with status 200, and its URL. The caller reads the body to the end or destroys it.
   * @throws GitFailure, GitTransient
   */
  async ask(start: URL, ask: HttpRequest): Promise<{ response: IncomingMessage; url: URL }> {
    let url = start;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await this.#patiently(url, ask);
      const { location } = response.headers;
      const isRedirect = redirectStatuses.includes(response.statusCode ?? 0) && location !== undefined;
      if (response.statusCode === 200) return { response, url };
      if (!isRedirect || ask.method !== 'GET') throw await this.#failureOf(response);
      response.destroy();
      url = this.#redirected(url, location);
    }
    throw new GitFailure('invalid_repository', 'The host redirects without end.');
  }

  async #failureOf(response: IncomingMessage): Promise<Error> {
    const said = isHostError(response) ? await wordsOf(response, this.signal) : '';
    response.destroy();
    this.signal.throwIfAborted();
    const words = this.quote([response.statusMessage, said].join(' '));
    return failureOfResponse(response, { hasCredential: this.hasCredential, words });
  }

  async #patiently(url: URL, ask: HttpRequest): Promise<IncomingMessage> {
    for (;;) {
      const response = await this.#once(url, ask).catch((error: unknown) => {
        throw failureOfConnection(error, this.signal);
      });
      const seconds = isRateLimited(response) ? retryAfterSeconds(response.headers) : undefined;
      if (seconds === undefined || seconds > this.#waitSecondsLeft) return response;
      response.destroy();
      // A host that always asks for 0 seconds must not cause an endless loop.
      this.#waitSecondsLeft -= Math.max(1, seconds);
      await wait(Math.max(1, seconds) * 1000, undefined, { signal: this.signal }).catch(() => {});
      this.signal.throwIfAborted();
    }
  }

  #redirected(from: URL, location: string): URL {
    if (!URL.canParse(location, from.href))
      throw new GitFailure('invalid_repository', 'The host redirects to nowhere.');
    const to = new URL(location, from);
    const isSafer = to.protocol === 'https:' || to.protocol === from.protocol;
    if (!['http:', 'https:'].includes(to.protocol) || !isSafer || to.username || to.password)
      throw new GitFailure('invalid_repository', 'The host redirects to where no repository is read from.');
    if (this.hasCredential && to.origin !== this.#origin)
      throw new GitFailure(
        'access_denied',
        'The host redirects to another host, where the stored credential is not sent. Connect the repository with its new URL.',
      );
    return to;
  }

  async #once(url: URL, { method, headers, body }: HttpRequest): Promise<IncomingMessage> {
    this.signal.throwIfAborted();
    const authorization = url.origin === this.#origin ? this.#authorization : undefined;
    return this.#rules.connections.request(url, {
      method,
      headers: {
        'user-agent': 'git/scangate',
        'accept-encoding': 'identity',
        ...headers,
        ...(authorization === undefined ? {} : { authorization }),
      },
      body,
      signal: this.signal,
    });
  }
}

const tookTooLong = (ms: number): GitFailure =>
  new GitFailure('timed_out', `The git host took longer than ${Math.round(ms / 1000)} s.`);

/** Reads the message of a host that failed, as far as it arrives at once. */
const wordsOf = async (response: IncomingMessage, signal: AbortSignal): Promise<string> => {
  const chunks: Buffer[] = [];
  const timer = setTimeout(() => response.destroy(), wordsMs);
  try {
    for await (const chunk of bytesOf(response, { maxBytes: quotedBytes, signal, slowMs: wordsMs }))
      chunks.push(chunk);
  } catch {
    // The part that has arrived is enough.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString('utf8');
};

interface BodyLimits {
  maxBytes: number;
  signal: AbortSignal;
  slowMs: number;
}

const tooManyBytes = (maxBytes: number): GitFailure =>
  new GitFailure('too_large', `The host sends more than the limit of ${maxBytes} bytes.`);

async function* bytesOf(
  response: IncomingMessage,
  { maxBytes, signal, slowMs }: BodyLimits,
): AsyncGenerator<Buffer> {
  const start = performance.now();
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) throw tooManyBytes(maxBytes);
      const elapsedMs = performance.now() - start;
      if (elapsedMs > slowMs && bytes < (elapsedMs / 1000) * leastRate)
        throw new GitFailure('timed_out', `The git host sends less than ${leastRate} bytes per second.`);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw failureOfConnection(error, signal);
  } finally {
    response.destroy();
  }
}
