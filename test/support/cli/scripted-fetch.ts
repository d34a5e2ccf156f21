/** A request as it was sent; the body of a JSON request is parsed. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

interface GivenAnswer {
  status?: number;
  json?: unknown;
  text?: string;
}

export type ScriptedAnswer = (request: SentRequest) => GivenAnswer;
type AnyAnswer = (request: SentRequest) => GivenAnswer | Response | Promise<Response>;

const responseOf = (answer: GivenAnswer): Response => {
  const { status = 200, json, text } = answer;
  return new Response(status === 204 ? null : (text ?? JSON.stringify(json ?? {})), { status });
};

/** A fetch that answers from a function, and records what it was sent. */
export const scriptedFetch = (answer: AnyAnswer) => {
  const sent: SentRequest[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request: SentRequest = {
      method: init.method ?? 'GET',
      url: String(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined),
    };
    sent.push(request);
    const given = await answer(request);
    return given instanceof Response ? given : responseOf(given);
  };
  return { sent, fetch: fetch as typeof globalThis.fetch };
};
