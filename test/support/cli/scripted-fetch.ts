export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

export type ScriptedAnswer = (request: SentRequest) => { status?: number; json?: unknown; text?: string };

/** A fetch that answers from a function, and keeps what it was sent. */
export const scriptedFetch = (answer: ScriptedAnswer) => {
  const sent: SentRequest[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request: SentRequest = {
      method: init.method ?? 'GET',
      url: String(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    sent.push(request);
    const { status = 200, json, text } = answer(request);
    return new Response(status === 204 ? null : (text ?? JSON.stringify(json ?? {})), { status });
  };
  return { sent, fetch: fetch as typeof globalThis.fetch };
};
