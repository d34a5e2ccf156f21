import type { RequestBody } from './send.ts';

/** From here on plain JSON and gzip are in danger of not fitting into a function's event (decisions.md, "API Gateway"). */
const switchBytes = 4_500_000;
/** What an event holds, less what the gateway puts around the body. */
const eventBytes = 6_000_000;

const utf8 = new TextEncoder();

const gzip = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
};

/** The body stands in the event as a JSON string, where each quote and backslash takes one byte more. */
const fitsEvent = (json: string): boolean => utf8.encode(JSON.stringify(json)).length <= eventBytes;

/** How a scan request travels: as it is, compressed, or uploaded first. */
export type Transport =
  | { way: 'body'; payload: RequestBody }
  | { way: 'upload'; content: Uint8Array<ArrayBuffer> };

/** The cheapest way that is sure to fit. */
export const chooseTransport = async (request: unknown): Promise<Transport> => {
  const json = JSON.stringify(request);
  const bytes = utf8.encode(json);
  if (bytes.length <= switchBytes && fitsEvent(json)) {
    return { way: 'body', payload: { content: json, contentType: 'application/json' } };
  }
  const compressed = await gzip(bytes);
  return compressed.length <= switchBytes
    ? { way: 'body', payload: { content: compressed, contentType: 'application/gzip' } }
    : { way: 'upload', content: bytes };
};

export const sha256Hex = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
