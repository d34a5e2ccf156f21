import type { Readable } from 'node:stream';

/** The key of an object: an area of the data bucket, an organization, and a name. */
export interface BlobKey<A extends string = string> {
  area: A;
  organizationId: string;
  name: string;
}

export interface BlobReader<A extends string = string> {
  /**
   * Reads a whole object into a buffer of its own; undefined when there is none. @throws Problem body_too_large
   * beyond `maxBytes`.
   */
  get(key: BlobKey<A>, options?: { maxBytes?: number }): Promise<Uint8Array | undefined>;
  /** Opens an object as a stream of chunks, which the caller may free; undefined when there is none. */
  open(key: BlobKey<A>): Promise<Readable | undefined>;
}

export interface BlobWriter<A extends string = string> {
  put(key: BlobKey<A>, body: Uint8Array | string, contentType?: string): Promise<void>;
}

export interface BlobStreamer<A extends string = string> {
  /** Writes a stream of unknown length in parts. The object appears when it is complete. */
  putStream(key: BlobKey<A>, body: Readable, contentType?: string): Promise<void>;
}

export interface BlobPresigner<A extends string = string> {
  /** Makes a URL for one PUT of exactly these bytes. */
  presignPut(
    key: BlobKey<A>,
    content: { contentLength: number; sha256: string },
    expiresInSeconds: number,
  ): Promise<{ url: string; headers: Record<string, string> }>;
}

export interface BlobRemover<A extends string = string> {
  /** Removes an object; succeeds when there is none. */
  remove(key: BlobKey<A>): Promise<void>;
}

export interface BlobLister<A extends string = string> {
  /** Lists names of objects of an organization in an area, in order, those after `after`. */
  names(
    area: A,
    organizationId: string,
    page: { after?: string; limit: number },
  ): Promise<{ name: string; bytes: number }[]>;
}

export interface BlobLinker<A extends string = string> {
  /** Makes a URL that downloads an object as a file; it expires after a while. */
  link(key: BlobKey<A>, expiresInSeconds: number): Promise<string>;
}

export interface Blobs<A extends string = string>
  extends BlobReader<A>, BlobWriter<A>, BlobStreamer<A>, BlobPresigner<A>, BlobRemover<A> {}

/** Objects by their plain key, which belong to the service rather than an organization. */
export interface ObjectStore {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, body: Uint8Array): Promise<void>;
}

export interface ObjectRemover {
  /** Removes an object; succeeds when there is none. */
  remove(key: string): Promise<void>;
}
