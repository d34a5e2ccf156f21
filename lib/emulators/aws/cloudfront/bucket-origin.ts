import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { decodeSegment, respond } from '@scangate/emulator-host/http-server';

/** A file that is an object of a bucket. */
export interface BucketFile {
  /** The file on this machine with its content. */
  path: string;
  cacheControl: string;
}

/** The objects of a bucket, by key. */
export type BucketFiles = ReadonlyMap<string, BucketFile>;

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  ico: 'image/vnd.microsoft.icon',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
};
const compressible = /^text\/|\/(?:json|javascript|wasm)$|\+xml$/;

/** CloudFront compresses responses of these sizes. */
const compressedBytes = { least: 1_000, most: 10_000_000 };

interface Loaded {
  bytes: Buffer;
  type: string;
  etag: string;
}

const mediaTypeOf = (key: string): string =>
  mediaTypes[key.slice(key.lastIndexOf('.') + 1)] ?? 'binary/octet-stream';

const encoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliCompressSync(bytes),
  gzip: (bytes) => gzipSync(bytes),
};

/** The encoding that CloudFront prefers among those that the viewer accepts. */
const encodingFor = (request: IncomingMessage, { bytes, type }: Loaded): string | undefined => {
  const { least, most } = compressedBytes;
  if (!compressible.test(type) || bytes.length < least || bytes.length > most) return undefined;
  const accepted = String(request.headers['accept-encoding'] ?? '').split(/[\s,;]+/);
  return Object.keys(encoders).find((name) => accepted.includes(name));
};

const missing = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>`;
const listing = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"/>`;

const answerXml = (response: ServerResponse, status: number, body: string): void =>
  respond(response, status, { headers: { 'content-type': 'application/xml' }, body });

const isSame = (etag: string, condition = ''): boolean =>
  condition.split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === etag);

export type BucketOrigin = (
  request: IncomingMessage,
  response: ServerResponse,
  asked: { uri: string; compresses: boolean },
) => Promise<void>;

/** Serves a bucket that CloudFront may read and list. */
export const openBucketOrigin = (files: BucketFiles): BucketOrigin => {
  const loaded = new Map<string, Promise<Loaded>>();
  const load = async (key: string, { path }: BucketFile): Promise<Loaded> => {
    const bytes = await readFile(path);
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    return { bytes, type: mediaTypeOf(key), etag };
  };
  /** Reads a file once. A failure is not remembered, and a file that was removed is a missing object. */
  const read = (key: string, file: BucketFile): Promise<Loaded | undefined> => {
    const found = loaded.get(key) ?? load(key, file);
    loaded.set(key, found);
    return found.catch((error: NodeJS.ErrnoException) => {
      loaded.delete(key);
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  };
  const encoded = new Map<string, Buffer>();
  const encode = (encoding: string, { etag, bytes }: Loaded): Buffer => {
    const name = `${encoding} ${etag}`;
    const found = encoded.get(name) ?? encoders[encoding]?.(bytes) ?? bytes;
    encoded.set(name, found);
    return found;
  };

  return async (request, response, { uri, compresses }) => {
    const key = decodeSegment(uri.slice(1));
    if (key === '') return answerXml(response, 200, listing);
    const file = key === undefined ? undefined : files.get(key);
    if (key === undefined || !file) return answerXml(response, 404, missing);
    const object = await read(key, file);
    if (!object) return answerXml(response, 404, missing);
    const encoding = compresses ? encodingFor(request, object) : undefined;
    const headers = {
      'content-type': object.type,
      'cache-control': file.cacheControl,
      etag: encoding === undefined ? object.etag : `W/${object.etag}`,
      ...(compresses && { vary: 'accept-encoding' }),
    };
    if (isSame(object.etag, request.headers['if-none-match'])) {
      response.writeHead(304, headers).end();
      return;
    }
    const body = encoding === undefined ? object.bytes : encode(encoding, object);
    const described = { ...headers, ...(encoding && { 'content-encoding': encoding }) };
    if (request.method !== 'HEAD') return respond(response, 200, { headers: described, body });
    response.writeHead(200, { ...described, 'content-length': body.length }).end();
  };
};
