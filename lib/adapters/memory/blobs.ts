import { Readable } from 'node:stream';
import { Problem } from '@scangate/domain/problem';
import type { BlobKey, Blobs } from '#ports/blobs.ts';

const nameOf = ({ area, organizationId, name }: BlobKey): string => `${area}/${organizationId}/${name}`;

/** Objects in memory, for tests. */
export class MemoryBlobs implements Blobs {
  readonly objects = new Map<string, Uint8Array>();

  async get(key: BlobKey, options?: { maxBytes?: number }): Promise<Uint8Array | undefined> {
    const content = this.objects.get(nameOf(key));
    if (content && options?.maxBytes !== undefined && content.length > options.maxBytes) {
      throw new Problem('body_too_large', { limitBytes: options.maxBytes, actualBytes: content.length });
    }
    // As with S3, the caller owns the bytes and may overwrite them.
    return content && Buffer.from(content);
  }

  async open(key: BlobKey): Promise<Readable | undefined> {
    const content = this.objects.get(nameOf(key));
    // As with S3, the caller owns the bytes and may free them.
    return content && Readable.from([Buffer.from(content)], { objectMode: false });
  }

  async put(key: BlobKey, body: Uint8Array | string): Promise<void> {
    this.objects.set(nameOf(key), Buffer.from(body as string));
  }

  async putStream(key: BlobKey, body: Readable): Promise<void> {
    this.objects.set(nameOf(key), Buffer.concat(await Array.fromAsync(body as AsyncIterable<Buffer>)));
  }

  async presignPut(key: BlobKey, content: { contentLength: number; sha256: string }) {
    const headers = {
      'content-length': String(content.contentLength),
      'x-amz-checksum-sha256': content.sha256,
    };
    return { url: `memory:${nameOf(key)}`, headers };
  }

  async remove(key: BlobKey): Promise<void> {
    this.objects.delete(nameOf(key));
  }
}
