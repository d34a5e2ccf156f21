import { jsonPieces } from './json-pieces.ts';
import type { RequestBody } from './send.ts';

/** A larger body may not fit the event of a function (docs/adr/0004-request-bodies.md). */
const maxBodyBytes = 4_500_000;
/** The size of an event, less what the gateway adds to the body. */
const eventBytes = 6_000_000;

const utf8 = new TextEncoder();

const utf8Length = (text: string): number => utf8.encode(text).length;

interface Size {
  bytes: number;
  /** In the event the body is a JSON string, in which each quote and backslash takes one more byte. */
  inEvent: number;
}

const sizeOf = (request: unknown): Size => {
  const size: Size = { bytes: 0, inEvent: 0 };
  for (const piece of jsonPieces(request)) {
    size.bytes += utf8Length(piece);
    // What is too large anyway is not measured further.
    if (size.inEvent <= eventBytes) size.inEvent += utf8Length(JSON.stringify(piece));
  }
  return size;
};

/** A stream of the bytes of a request, which makes a piece when one is asked for. */
const streamOf = (request: unknown): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const pieces = jsonPieces(request);
  return new ReadableStream({
    pull(controller) {
      const { value, done } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(utf8.encode(value));
    },
  });
};

const joined = (chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
};

/** Compresses a request. @returns undefined as soon as it is too large for a body. */
const gzip = async (request: unknown): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const reader = streamOf(request).pipeThrough(new CompressionStream('gzip')).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return joined(chunks, length);
    chunks.push(value);
    length += value.length;
    if (length <= maxBodyBytes) continue;
    // Nobody waits for the rest, nor for how its end goes.
    reader.cancel().catch(() => undefined);
    return undefined;
  }
};

/** Writes a request into memory of the exact size. */
const bytesOf = (request: unknown, length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of jsonPieces(request)) at += utf8.encodeInto(piece, bytes.subarray(at)).written;
  return bytes;
};

/** The way of a scan request: in the body, plain or compressed, or uploaded first. */
export type Transport =
  | { kind: 'body'; body: RequestBody }
  | { kind: 'upload'; content: Uint8Array<ArrayBuffer> };

/** Chooses the cheapest transport that is sure to fit. */
export const chooseTransport = async (request: unknown): Promise<Transport> => {
  const { bytes, inEvent } = sizeOf(request);
  if (bytes <= maxBodyBytes && inEvent <= eventBytes)
    return { kind: 'body', body: { content: JSON.stringify(request), contentType: 'application/json' } };
  const compressed = await gzip(request);
  return compressed
    ? { kind: 'body', body: { content: compressed, contentType: 'application/gzip' } }
    : { kind: 'upload', content: bytesOf(request, bytes) };
};

export const sha256Hex = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
