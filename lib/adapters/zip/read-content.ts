import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';
import type { PlacedEntry } from './local-entries.ts';

const pieceBytes = 256 * 1024;

/** Reads the stored bytes of a file. */
async function* storedBytes(
  file: FileHandle,
  { path, start, compressedSize }: PlacedEntry,
): AsyncGenerator<Buffer> {
  const end = start + compressedSize;
  for (let at = start; at < end;) {
    const length = Math.min(pieceBytes, end - at);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
    if (bytesRead === 0) throw new Error(`${path} ends too early.`);
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Inflates until a stream ends. Other programs would read any remaining bytes as the next file. */
const inflate = (bytes: AsyncIterable<Buffer>): InflateRaw => {
  const inflater = createInflateRaw();
  // The reader of the inflater receives every error.
  pipeline(Readable.from(bytes), inflater, () => undefined);
  return inflater;
};

/** The content of a file, and whether the read part has the stated checksum. */
export interface CheckedContent {
  content: AsyncIterable<Uint8Array>;
  isIntact: () => boolean;
}

/**
 * Reads the content of a file.
 * @throws Error if its size is not the stated one.
 */
export const readContent = (file: FileHandle, entry: PlacedEntry): CheckedContent => {
  const { path, uncompressedSize } = entry;
  let sum = 0;
  const read = async function* (): AsyncGenerator<Uint8Array> {
    const stored = storedBytes(file, entry);
    const inflater = entry.isDeflated ? inflate(stored) : undefined;
    let bytes = 0;
    for await (const piece of (inflater ?? stored) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      sum = crc32(piece, sum);
      if (bytes > uncompressedSize) break;
      yield piece;
    }
    if (bytes !== uncompressedSize) throw new Error(`${path} has another size than is stated.`);
    if (inflater && inflater.bytesWritten !== entry.compressedSize)
      throw new Error(`${path} has bytes after the end of its content.`);
  };
  return { content: read(), isIntact: () => sum === entry.crc32 };
};
