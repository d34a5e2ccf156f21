/**
 * The headers of every answer: of the endpoints and webhooks, of the gateway itself, and of the local service. A page
 * names a Content-Security-Policy of its own (docs/adr/0052-response-headers.md).
 */
const everywhere = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

/** An answer to a caller: it is not cached, and no other origin embeds it. */
export const answerHeaders = {
  ...everywhere,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

/** A document for anybody: other origins may use it, and it may be kept for five minutes. */
export const documentHeaders = {
  ...everywhere,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'max-age=300',
} as const;
