import { vi } from 'vitest';
import { signedInCookieName } from '#runtime/http/cookies.ts';

interface Answer {
  status?: number;
  body?: unknown;
}

export interface SentRequest {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

/**
 * Answers the requests of a page by `METHOD path`, and notes them. Anything else is 401, as without a session. The browser
 * has a session where one is answered.
 */
export const answerRequests = (answers: Readonly<Record<string, Answer>>): SentRequest[] => {
  const sent: SentRequest[] = [];
  const cookie = 'GET /v1/session' in answers ? `${signedInCookieName}=1` : '';
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const method = init.method ?? 'GET';
    const text = typeof init.body === 'string' ? init.body : undefined;
    sent.push({
      method,
      path: `${pathname}${search}`,
      headers: new Headers(init.headers),
      body: text === undefined ? undefined : JSON.parse(text),
    });
    const problem = {
      status: 401,
      body: { code: 'unauthenticated', title: 'A valid credential is required' },
    };
    const { status = 200, body } = answers[`${method} ${pathname}`] ?? problem;
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json' },
    });
  });
  return sent;
};
