import type { EndpointSpec, ResponseHeader, ResponseSpec } from '../endpoint.ts';
import type { Json } from './json-schema-node.ts';

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string' },
  example,
});

/** Every response header that a client may read. */
export const headers = {
  'X-Request-Id': text(
    'The id of the request: that of the request header, or a new one. Include it in support requests.',
    '0197c0de-0000-7000-8000-00000000000a',
  ),
  'RateLimit-Policy': text(
    'The rate limits: `q` requests in `w` seconds, for the token and for the organization.',
    '"token";q=600;w=60, "organization";q=3000;w=60',
  ),
  RateLimit: text(
    'The remainder of each limit: `r` requests for `t` seconds.',
    '"token";r=599;t=60, "organization";r=2999;t=60',
  ),
  ETag: text('The version of the resource, for If-None-Match or If-Match.', '"5b1f0c2e"'),
  Location: text('The URL of the created resource, or where the browser continues.', '/v1/scans'),
  'Set-Cookie': text('The cookie of the session or of the sign-in.', 'session=…; HttpOnly; Secure'),
  'Content-Disposition': text('The name of the file.', 'attachment; filename="ledger-2026-03-01.csv"'),
  'Retry-After': text('Seconds to wait before the next attempt.', '5'),
  'WWW-Authenticate': text('How to authenticate.', 'Bearer'),
} as const satisfies Record<ResponseHeader | 'X-Request-Id' | 'RateLimit' | 'RateLimit-Policy', Json> &
  Record<string, Json>;

/** References to headers, each of which the document describes once. */
export const headerReferences = (names: readonly (keyof typeof headers)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of a successful response. */
export const responseHeaders = (
  endpoint: EndpointSpec,
  { headers: own = [], optionalHeaders = [] }: ResponseSpec,
): Json =>
  headerReferences([
    'X-Request-Id',
    ...(endpoint.access ? [] : (['RateLimit-Policy', 'RateLimit'] as const)),
    ...own,
    ...optionalHeaders,
  ]);
