import type { RequestBody } from './send.ts';

/** A larger body may not fit the event of a function (docs/adr/0004-request-bodies.md). */
const maxBodyBytes = 4_500_000;
/** The size of an event, less what the gateway adds to the body. */
const eventBytes = 6_000_000;

const utf8 = new TextEncoder();

const gzip = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
};

/** In the event the body is a JSON string, in which each quote and backslash takes one more byte. */
const fitsEvent = (json: string): boolean => utf8.encode(JSON.stringify(json)).length <= eventBytes;

/** The way of a scan request: in the body, plain or compressed, or uploaded first. */
export type Transport =
  | { kind: 'body'; body: RequestBody }
  | { kind: 'upload'; content: Uint8Array<ArrayBuffer> };

/** Chooses the cheapest transport that is sure to fit. */
export const chooseTransport = async (request: unknown): Promise<Transport> => {
  const json = JSON.stringify(request);
  const bytes = utf8.encode(json);
  if (bytes.length <= maxBodyBytes && fitsEvent(json)) {
    return { kind: 'body', body: { content: json, contentType: 'application/json' } };
  }
  const compressed = await gzip(bytes);
  return compressed.length <= maxBodyBytes
    ? { kind: 'body', body: { content: compressed, contentType: 'application/gzip' } }
    : { kind: 'upload', content: bytes };
};

export const sha256Hex = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
