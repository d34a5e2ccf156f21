import { closeSync, fstatSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { damagedRepository } from '../damaged-repository.ts';
import { applyDelta, deltaResultBytes } from './delta.ts';
import type { GitObject, ObjectFormat } from '../object-format.ts';
import {
  entryHeaderBytes,
  packHeaderBytes,
  readEntry,
  requireObjectCount,
  type PackEntry,
} from './pack-entry.ts';
import { ObjectCache } from './object-cache.ts';
import type { WorkBudget } from './work-budget.ts';

/** Finds the offset of an object in a pack. */
export type FindOffset = (id: string) => number | undefined;

const windowBytes = 256 * 1024;
const smallStepBytes = 4 * 1024;
/** The size limit of delta bases, even for smaller objects: small files may be stored as deltas of large ones. */
export const maxBaseObjectBytes = 64 * 1024 * 1024;
/** The limit of delta bytes in memory while a chain is followed to its base. */
const heldDeltaBytes = 32 * 1024 * 1024;
/** The longest chain that git itself writes. */
const maxChain = 4096;

/** Returns the maximum compressed size of so many bytes. */
export const compressedBound = (sizeBytes: number): number => sizeBytes + (sizeBytes >>> 3) + 1024;

/**
 * An open pack, read entry by entry, never as a whole. Everything in it is untrusted: declared sizes are checked
 * before and after inflating, and a budget limits the total work.
 */
export class PackFile {
  readonly format: ObjectFormat;
  #sizeBytes: number;
  readonly #descriptor: number;
  readonly #recent = new ObjectCache();
  readonly #budget: WorkBudget;
  #window: Buffer = Buffer.alloc(0);
  #windowOffset = 0;

  /** @param descriptor of the open pack, which `close` closes. */
  constructor(descriptor: number, format: ObjectFormat, budget: WorkBudget) {
    this.#descriptor = descriptor;
    this.format = format;
    this.#budget = budget;
    this.#sizeBytes = fstatSync(descriptor).size;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Notices the bytes that were written since it was opened. */
  refreshSize(): void {
    this.#sizeBytes = fstatSync(this.#descriptor).size;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Returns the declared number of entries. @throws GitFailure `too_large` beyond the limit, `invalid_repository` */
  count(maxObjects: number): number {
    return requireObjectCount(this.bytesAt(0, packHeaderBytes), maxObjects);
  }

  /** Reads up to `size` bytes; fewer only at the end of the pack. */
  bytesAt(offset: number, size: number): Buffer {
    const wanted = Math.max(0, Math.min(size, this.#sizeBytes - offset));
    const start = offset - this.#windowOffset;
    if (start >= 0 && start + wanted <= this.#window.length)
      return this.#window.subarray(start, start + wanted);
    // A small step back is usually followed by others, so half of the window precedes the offset.
    const isStepBack = start < 0 && start > -smallStepBytes;
    const before = isStepBack ? Math.min(offset, windowBytes / 2) : 0;
    const from = offset - before;
    const window = Buffer.allocUnsafe(
      Math.max(before + wanted, Math.min(windowBytes, this.#sizeBytes - from)),
    );
    for (let read = 0; read < window.length;) {
      const got = readSync(this.#descriptor, window, read, window.length - read, from + read);
      if (got === 0) throw damagedRepository('a pack became shorter');
      read += got;
    }
    this.#window = window;
    this.#windowOffset = from;
    return window.subarray(before, before + wanted);
  }

  entryAt(offset: number): PackEntry {
    return readEntry(this.bytesAt(offset, entryHeaderBytes), offset, this.format);
  }

  /** Counts work against the limit. @throws GitFailure `too_large` beyond it. */
  spend(bytes: number): void {
    this.#budget.spend(bytes);
  }

  /** Inflates exactly the bytes that an entry declares. @returns them, and the offset of the next entry. */
  inflate(entry: PackEntry): { bytes: Buffer; end: number } {
    this.spend(entry.sizeBytes);
    const compressed = this.bytesAt(entry.dataOffset, compressedBound(entry.sizeBytes));
    const { buffer, engine } = inflated(compressed, entry.sizeBytes);
    if (buffer.length !== entry.sizeBytes) throw damagedRepository('an entry is not as long as it declares');
    return { bytes: buffer, end: entry.dataOffset + engine.bytesWritten };
  }

  /**
   * Reads the object at an offset and applies its deltas. Returns `too_large` when it exceeds `maxBytes`, or its base
   * exceeds `maxBaseObjectBytes`; undefined when `offsetOf` does not know its base.
   */
  objectAt(offset: number, maxBytes: number, offsetOf: FindOffset): GitObject | 'too_large' | undefined {
    const deltas: { offset: number; bytes: Buffer }[] = [];
    let heldBytes = 0;
    let at = offset;
    let object = this.#recent.get(at);
    while (!object) {
      const boundBytes = deltas.length === 0 ? maxBytes : Math.max(maxBytes, maxBaseObjectBytes);
      const entry = this.entryAt(at);
      if (entry.sizeBytes > boundBytes) return 'too_large';
      const { bytes } = this.inflate(entry);
      if (typeof entry.kind === 'string') {
        object = { type: entry.kind, content: bytes };
        this.#recent.add(at, object);
        break;
      }
      heldBytes += bytes.length;
      if (deltaResultBytes(bytes) > boundBytes || heldBytes > boundBytes + heldDeltaBytes) return 'too_large';
      if (deltas.push({ offset: at, bytes }) > maxChain)
        throw damagedRepository('a chain of deltas does not end');
      const base = 'baseOffset' in entry.kind ? entry.kind.baseOffset : offsetOf(entry.kind.baseId);
      if (base === undefined) return undefined;
      at = base;
      object = this.#recent.get(at);
    }
    for (const delta of deltas.toReversed()) {
      this.spend(deltaResultBytes(delta.bytes));
      object = { type: object.type, content: applyDelta(object.content, delta.bytes) };
      this.#recent.add(delta.offset, object);
    }
    return object.content.length > maxBytes ? 'too_large' : object;
  }
}

const inflated = (compressed: Buffer, sizeBytes: number) => {
  try {
    // With `info` zlib returns the buffer and the engine, which knows the end of the stream; the types omit this.
    return inflateSync(compressed, {
      info: true,
      maxOutputLength: Math.max(1, sizeBytes),
      chunkSize: Math.max(64, sizeBytes + 1),
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
  } catch {
    throw damagedRepository('an entry does not inflate to what it declares');
  }
};
