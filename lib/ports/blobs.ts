import type { Readable } from 'node:stream';

/** Where an object lives: an area of the data bucket, and always under one organization. */
export interface BlobKey<A extends string = string> {
  area: A;
  organizationId: string;
  name: string;
}

export interface BlobReader<A extends string = string> {
  /** The whole object, or undefined when there is none. `maxBytes` guards memory: a larger one is a Problem. */
  get(key: BlobKey<A>, options?: { maxBytes?: number }): Promise<Uint8Array | undefined>;
  /** The object as a stream, or undefined when there is none. */
  open(key: BlobKey<A>): Promise<Readable | undefined>;
}

export interface BlobWriter<A extends string = string> {
  put(key: BlobKey<A>, body: Uint8Array | string, contentType?: string): Promise<void>;
}

export interface BlobStreamer<A extends string = string> {
  /** Writes a stream of unknown length in parts; nothing is visible until it is complete. */
  putStream(key: BlobKey<A>, body: Readable, contentType?: string): Promise<void>;
}

export interface BlobPresigner<A extends string = string> {
  /** An address for one PUT of exactly these bytes. */
  presignPut(
    key: BlobKey<A>,
    content: { contentLength: number; sha256: string },
    expiresInSeconds: number,
  ): Promise<{ url: string; headers: Record<string, string> }>;
}

export interface BlobRemover<A extends string = string> {
  /** Removing what is not there succeeds. */
  remove(key: BlobKey<A>): Promise<void>;
}

export interface Blobs<A extends string = string>
  extends BlobReader<A>, BlobWriter<A>, BlobStreamer<A>, BlobPresigner<A>, BlobRemover<A> {}

/** Objects by their plain key, for what belongs to the service and not to an organization. */
export interface ObjectStore {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, body: Uint8Array): Promise<void>;
}

/** What is no longer needed of them. */
export interface ObjectRemover {
  /** Removing what is not there succeeds. */
  remove(key: string): Promise<void>;
}
