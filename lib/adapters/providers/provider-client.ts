import type * as z from 'zod';
import { failureCauseOf, OutboundFailure, type OutboundFetch } from '#ports/outbound.ts';
import { ProviderFailure, type ProviderFailureReason } from '#ports/integrations/provider.ts';
import { maskedResponse } from './masked-response.ts';

/** A call of one route. */
interface ProviderCall<T> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Path and query below the origin; inserted values are encoded. */
  path: string;
  body?: unknown;
  /** The part of the response that is read. */
  answer: z.ZodType<T>;
}

/** A response with another status than 2xx, or one that a provider marks as an error. */
export interface RefusedAnswer {
  status: number;
  headers: Headers;
  text: string;
}

interface ProviderClientOptions {
  fetch: OutboundFetch;
  /** Without a slash at its end. */
  origin: string;
  headers: () => Promise<Record<string, string>>;
  /** Returns what a refused response means; `undefined` leaves it to the status. */
  meaningOf?: (answer: RefusedAnswer) => RefusalMeaning | undefined;
}

export interface RefusalMeaning {
  reason: ProviderFailureReason;
  retryAfterSeconds?: number;
}

export interface ProviderClient {
  /** @throws ProviderFailure */
  call<T>(call: ProviderCall<T>): Promise<T>;
}

const reasonOfStatus = (status: number): ProviderFailureReason => {
  if (status === 401 || status === 403) return 'refused';
  // A redirect leads to the current location of the object.
  if (status === 404 || status === 410 || (status >= 300 && status < 400)) return 'gone';
  if (status === 429) return 'limited';
  return status >= 500 || status === 408 ? 'unavailable' : 'invalid';
};

/** Reads `Retry-After` in seconds; anything but a number of seconds is ignored. */
export const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,8}$/.test(text) ? Number(text) : undefined;
};

const refusal = (
  { status, headers }: RefusedAnswer,
  { meaning, detail }: { meaning: RefusalMeaning | undefined; detail: string },
) => {
  const reason = meaning?.reason ?? reasonOfStatus(status);
  const wait = meaning?.retryAfterSeconds ?? retryAfterOf(headers);
  return new ProviderFailure({
    reason,
    cause: 'status',
    status,
    detail,
    ...(wait !== undefined && { retryAfterSeconds: wait }),
    ...(reason === 'unavailable' && { mayBeDone: true }),
  });
};

/** A request whose response did not arrive may have been carried out. */
const lost = (error: unknown): unknown => {
  if (!(error instanceof OutboundFailure)) return error;
  const { reason, status } = error;
  const known = {
    detail: reason,
    cause: failureCauseOf(error),
    ...(status !== undefined && { status }),
  };
  if (reason === 'redirected') return new ProviderFailure({ ...known, reason: 'gone' }, { cause: error });
  return new ProviderFailure({ ...known, reason: 'unavailable', mayBeDone: true }, { cause: error });
};

const parsed = <T>(answer: z.ZodType<T>, { status, text }: RefusedAnswer, said: () => string): T => {
  let value: unknown;
  try {
    value = text === '' ? undefined : JSON.parse(text);
  } catch {
    value = undefined;
  }
  const result = answer.safeParse(value);
  if (result.success) return result.data;
  // The provider confirms that it did something, but not what.
  const detail = `unexpected answer: ${said()}`;
  throw new ProviderFailure({ reason: 'unavailable', mayBeDone: true, cause: 'rejected', status, detail });
};

/** Calls a provider's JSON API: adds the credential, interprets refusals, and parses responses. */
export const providerClient = (options: ProviderClientOptions): ProviderClient => ({
  call: async ({ method, path, body, answer }) => {
    const { fetch, origin, headers, meaningOf } = options;
    const sent = {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(await headers()),
    };
    const request = { method, headers: sent, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(`${origin}${path}`, request).catch((error: unknown) => {
      throw lost(error);
    });
    const refused = { status: response.status, headers: response.headers, text: await response.text() };
    const meaning = meaningOf?.(refused);
    const said = () => maskedResponse(refused.text, { headers: sent, path });
    if (!response.ok || meaning) throw refusal(refused, { meaning, detail: said() });
    return parsed(answer, refused, said);
  },
});
