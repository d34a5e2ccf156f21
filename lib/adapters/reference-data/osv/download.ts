import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

export interface Download {
  url: string;
  /** ETag of the stored copy; an unchanged file is not downloaded again. */
  etag: string | undefined;
  /** Path of the output file. */
  path: string;
  timeoutMs: number;
  /** Limit of the transferred bytes. */
  largestBytes: number;
  /** Ends the download early. */
  signal?: AbortSignal;
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

/** Thrown when the server has no such file. */
export class MissingFile extends Error {}

/**
 * Downloads a file.
 * @returns undefined when it still has the given `etag`.
 * @throws MissingFile when the server responds with 404.
 * @throws Error when it cannot be downloaded completely.
 */
export const download = async (
  { url, etag, path, timeoutMs, largestBytes, signal }: Download,
  fetch: typeof globalThis.fetch,
): Promise<{ etag?: string } | undefined> => {
  const response = await fetch(url, {
    headers: etag === undefined ? {} : { 'if-none-match': etag },
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  });
  if (response.status === 304) return undefined;
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    const failure = `the dump answered ${response.status}`;
    throw response.status === 404 ? new MissingFile(failure) : new Error(failure);
  }
  const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  await pipeline(body, limited(largestBytes), createWriteStream(path));
  const newEtag = response.headers.get('etag');
  return newEtag !== null && newEtag.length <= 200 ? { etag: newEtag } : {};
};

/** Describes an error for a report. `fetch` only gives the reason in the cause. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};
