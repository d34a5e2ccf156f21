import { jsonPieces } from './json-pieces.ts';
import type { RequestBody } from './send.ts';

/** A larger body may not fit the event of a function (docs/adr/0004-request-bodies.md). */
const maxBodyBytes = 4_500_000;
/** The size of an event, less what the gateway adds to the body. */
const eventBytes = 6_000_000;

const utf8 = new TextEncoder();

/** Encodes pieces into memory of its own, which the next piece overwrites. */
const pieceEncoder = (): ((text: string) => Uint8Array<ArrayBuffer>) => {
  let memory = new Uint8Array(0);
  return (text) => {
    // A character of a text takes at most three bytes.
    if (memory.length < text.length * 3) memory = new Uint8Array(text.length * 3);
    return memory.subarray(0, utf8.encodeInto(text, memory).written);
  };
};

interface Size {
  bytes: number;
  /** In the event the body is a JSON string, in which each quote and backslash takes one more byte. */
  inEvent: number;
}

const [space, quote, backslash] = [0x20, 0x22, 0x5c];
/** Backspace, tab, line feed, form feed and carriage return have escapes of two bytes, other control characters of six. */
const shortEscapes = [0x08, 0x09, 0x0a, 0x0c, 0x0d];

/** Returns the bytes that a text has as a JSON string, without making one. */
const bytesAsString = (text: Uint8Array): number => {
  let bytes = text.length + 2;
  for (const byte of text) {
    if (byte === quote || byte === backslash) bytes += 1;
    else if (byte < space) bytes += shortEscapes.includes(byte) ? 1 : 5;
  }
  return bytes;
};

const sizeOf = (request: unknown): Size => {
  const size: Size = { bytes: 0, inEvent: 0 };
  const encode = pieceEncoder();
  for (const piece of jsonPieces(request)) {
    const bytes = encode(piece);
    size.bytes += bytes.length;
    // What is too large anyway is not measured further.
    if (size.inEvent <= eventBytes) size.inEvent += bytesAsString(bytes);
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

/** Computes a SHA-256 of bytes that come one after the other, as `createHash` of Node does. */
export interface Sha256 {
  update(bytes: Uint8Array): unknown;
  digest(encoding: 'hex'): string;
}

/** A request to be uploaded. */
export interface UploadContent {
  /** Holds the bytes in parts: a `fetch` copies an array before it sends it, and no blob. */
  content: Blob;
  sha256: string;
}

const hexOf = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Writes a request into memory. Without `newSha256` the digest takes a copy of it. */
const uploadOf = async (request: unknown, newSha256: (() => Sha256) | undefined): Promise<UploadContent> => {
  const sha256 = newSha256?.();
  const parts: Blob[] = [];
  const encode = pieceEncoder();
  for (const piece of jsonPieces(request)) {
    const bytes = encode(piece);
    sha256?.update(bytes);
    parts.push(new Blob([bytes]));
  }
  const content = new Blob(parts);
  const digest = async () => hexOf(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()));
  return { content, sha256: sha256?.digest('hex') ?? (await digest()) };
};

/** Prepares bytes to be uploaded as they are. */
export const uploadOfBytes = async (bytes: Uint8Array<ArrayBuffer>): Promise<UploadContent> => ({
  content: new Blob([bytes]),
  sha256: hexOf(await crypto.subtle.digest('SHA-256', bytes)),
});

/** The way of a scan request: in the body, plain or compressed, or uploaded first. */
export type Transport = { kind: 'body'; body: RequestBody } | ({ kind: 'upload' } & UploadContent);

/** Chooses the cheapest transport that is sure to fit. */
export const chooseTransport = async (request: unknown, newSha256?: () => Sha256): Promise<Transport> => {
  const { bytes, inEvent } = sizeOf(request);
  if (bytes <= maxBodyBytes && inEvent <= eventBytes)
    return { kind: 'body', body: { content: JSON.stringify(request), contentType: 'application/json' } };
  const compressed = await gzip(request);
  return compressed
    ? { kind: 'body', body: { content: compressed, contentType: 'application/gzip' } }
    : { kind: 'upload', ...(await uploadOf(request, newSha256)) };
};
