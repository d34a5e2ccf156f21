import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

export interface Download {
  url: string;
  /** Of what we have; the same is not fetched again. */
  etag: string | undefined;
  /** Where to write it. */
  path: string;
  timeoutMs: number;
  /** As sent. */
  largestBytes: number;
}

const limited = (largest: number) =>
  async function* limit(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > largest) throw new Error('the dump is too large');
      yield chunk;
    }
  };

/** @returns undefined when it is still the one of `etag`. @throws Error when it cannot be had whole. */
export const download = async (
  { url, etag, path, timeoutMs, largestBytes }: Download,
  fetch: typeof globalThis.fetch,
): Promise<{ etag?: string } | undefined> => {
  const response = await fetch(url, {
    headers: etag === undefined ? {} : { 'if-none-match': etag },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status === 304) return undefined;
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    throw new Error(`the dump answered ${response.status}`);
  }
  const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  await pipeline(body, limited(largestBytes), createWriteStream(path));
  const newEtag = response.headers.get('etag');
  return newEtag !== null && newEtag.length <= 200 ? { etag: newEtag } : {};
};

/** An error for a report: fetch says why only in its cause. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};
