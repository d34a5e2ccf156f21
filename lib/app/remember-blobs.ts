import { Readable } from 'node:stream';
import type { BlobKey, BlobReader, BlobRemover, BlobWriter } from '#ports/blobs.ts';

/** Larger objects are read again: a task that waits for others has little memory. */
const objectBytes = 64 * 1024;
const allBytes = 1024 * 1024;

type RememberedBlobs = BlobReader & BlobWriter & BlobRemover;

const nameOf = ({ area, organizationId, name }: BlobKey): string => `${area}/${organizationId}/${name}`;

const asStream = (content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Readable =>
  Readable.from(content, { objectMode: false });

/**
 * Passes an object through, and caches it once it was read to its end. The reader may overwrite the pieces, so that
 * copies are kept.
 */
async function* noting(content: Readable, note: (pieces: readonly Uint8Array[]) => void) {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of content as AsyncIterable<Uint8Array>) {
      bytes += piece.length;
      if (bytes <= objectBytes) pieces.push(Buffer.from(piece));
      yield piece;
    }
    if (bytes <= objectBytes) note(pieces);
  } finally {
    content.destroy();
  }
}

/**
 * Caches small results that a task has read or written, so that its steps read each once. It is for one run of a
 * task whose results do not change meanwhile: gate inputs are stored once, and a unit that is scanned twice is
 * stored alike.
 */
export const rememberBlobs = (blobs: RememberedBlobs): RememberedBlobs => {
  const known = new Map<string, Uint8Array>();
  let left = allBytes;
  const note = (key: BlobKey, content: Uint8Array | string): void => {
    const bytes = Buffer.byteLength(content);
    known.delete(nameOf(key));
    if (key.area !== 'results' || bytes > objectBytes || bytes > left) return;
    left -= bytes;
    known.set(nameOf(key), Buffer.from(content as Uint8Array));
  };
  return {
    async get(key, options) {
      const remembered = options?.maxBytes === undefined ? known.get(nameOf(key)) : undefined;
      if (remembered) return Buffer.from(remembered);
      const content = await blobs.get(key, options);
      if (content) note(key, content);
      return content;
    },
    async open(key) {
      const remembered = known.get(nameOf(key));
      if (remembered) return asStream([Buffer.from(remembered)]);
      const content = await blobs.open(key);
      if (!content) return undefined;
      const passed = asStream(noting(content, (pieces) => note(key, Buffer.concat(pieces))));
      // A generator that nobody started does not get to its end: what is dropped unread would keep its connection.
      return passed.once('close', () => content.destroy());
    },
    async put(key, body, contentType) {
      await blobs.put(key, body, contentType);
      note(key, body);
    },
    async remove(key) {
      known.delete(nameOf(key));
      await blobs.remove(key);
    },
  };
};
