/**
 * The headers of every response: of endpoints and webhooks, of the gateway itself, and of the local service. A page
 * has a Content-Security-Policy of its own (docs/adr/0052-response-headers.md).
 */
const everywhere = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

/** A response to a caller: it is not cached, and other origins cannot embed it. */
export const answerHeaders = {
  ...everywhere,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

/** A public document: other origins may use it, and it may be cached for five minutes. */
export const documentHeaders = {
  ...everywhere,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'max-age=300',
} as const;
