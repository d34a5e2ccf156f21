import { Stripe } from 'stripe';

/** A request as Stripe receives it. */
export interface SentRequest {
  method: string;
  path: string;
  /** The fields of the form or of the query. */
  given: Record<string, string>;
  key: string | null;
}

export interface ScriptedAnswer {
  status?: number;
  body: object;
}

type Script = Readonly<
  Record<string, ((seen: SentRequest) => ScriptedAnswer | Error) | ScriptedAnswer | object>
>;

const isAnswer = (value: object): value is ScriptedAnswer => 'body' in value;

/** Reads a header in any case. */
const headerOf = (init: RequestInit | undefined, name: string): string | null =>
  new Headers(init?.headers).get(name);

/**
 * A client of Stripe whose other side is a script: `POST /v1/invoices` → an answer, an object (200), or what decides.
 * What nobody scripted is an error of the test.
 * @param loses the answer of that POST, counted from 0, never arrives.
 */
export const scriptedStripe = (script: Script, loses = Infinity) => {
  const seen: SentRequest[] = [];
  const posts = () => seen.filter(({ method }) => method === 'POST');
  const answer = async (url: string, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(url);
    const method = init?.method ?? 'GET';
    const form = new URLSearchParams(method === 'POST' ? String(init?.body ?? '') : search);
    const request: SentRequest = {
      method,
      path: pathname,
      given: Object.fromEntries(form),
      key: headerOf(init, 'idempotency-key'),
    };
    seen.push(request);
    if (method === 'POST' && posts().length - 1 === loses) throw new TypeError('fetch failed');
    const found = script[`${method} ${pathname}`];
    if (!found) throw new Error(`nobody scripted ${method} ${pathname}`);
    const scripted = typeof found === 'function' ? found(request) : found;
    if (scripted instanceof Error) throw scripted;
    const { status = 200, body } = isAnswer(scripted) ? scripted : { body: scripted };
    return new Response(JSON.stringify(body), { status, headers: { 'request-id': 'req_1' } });
  };
  const httpClient = Stripe.createFetchHttpClient(answer as typeof fetch);
  const stripe = new Stripe('sk_test_secret', { httpClient, maxNetworkRetries: 0, telemetry: false });
  return { stripe, seen, posts };
};

/** Makes an error in Stripe's words. */
export const errorAnswer = (status: number, error: object): ScriptedAnswer => ({
  status,
  body: { error: { type: 'invalid_request_error', message: 'jane@example.com sk_test_secret', ...error } },
});

export const listOf = <T>(...data: T[]): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: false,
  url: '/v1/things',
});
