import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createInflate } from 'node:zlib';
import { damagedRepository } from '../damaged-repository.ts';
import {
  objectHash,
  objectId,
  type GitObject,
  type ObjectFormat,
  type ObjectStore,
} from '../object-format.ts';
import { entryHeaderBytes, packHeaderBytes, type PackEntry } from './pack-entry.ts';
import { compressedBound, PackFile } from './pack-file.ts';
import type { ReceivedContent } from './received-content.ts';
import { GitFailure } from '../git-failure.ts';

const inputBytes = 64 * 1024;
/** The number of entries between two yields to the event loop, where an abort is noticed. */
const entriesPerTurn = 256;
/** The limit of objects that are rebuilt from deltas only to compute their ids. */
const identifiedBytes = 256 * 1024 * 1024;

function* bytesFrom(pack: PackFile, offset: number): Generator<Buffer> {
  for (let at = offset, chunk = pack.bytesAt(at, inputBytes); chunk.length > 0;) {
    yield chunk;
    at += chunk.length;
    chunk = pack.bytesAt(at, inputBytes);
  }
}

/**
 * Reads an entry that is too large to keep, without keeping its bytes. @returns its end, and its id unless it is a
 * delta, so that nothing counts as too large only because the host says so.
 */
const readLarge = async (
  pack: PackFile,
  entry: PackEntry,
  signal: AbortSignal,
): Promise<{ end: number; id: string | undefined }> => {
  pack.spend(entry.sizeBytes);
  const { kind, sizeBytes } = entry;
  const hash = typeof kind === 'string' ? objectHash(pack.format, kind, sizeBytes) : undefined;
  const source = Readable.from(bytesFrom(pack, entry.dataOffset));
  const inflate = createInflate();
  let inflatedBytes = 0;
  try {
    for await (const part of source.pipe(inflate)) {
      inflatedBytes += (part as Buffer).length;
      if (inflatedBytes > sizeBytes) break;
      hash?.update(part as Buffer);
      signal.throwIfAborted();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof GitFailure ? error : damagedRepository('an entry does not inflate');
  } finally {
    source.destroy();
  }
  if (inflatedBytes !== sizeBytes) throw damagedRepository('an entry is not as long as it declares');
  return { end: entry.dataOffset + inflate.bytesWritten, id: hash?.digest('hex') };
};

export interface PackBounds {
  /** Larger objects are skipped. */
  maxBytes: number;
  maxObjects: number;
  /** Counts the objects of a pack that has only those of one commit. */
  content?: ReceivedContent;
}

/**
 * A received pack, indexed by the hashes of its objects: an id finds its content, or nothing.
 * The trailing checksum is redundant and not checked.
 */
export class FetchedPack implements ObjectStore {
  readonly format: ObjectFormat;
  readonly #pack: PackFile;
  readonly #offsets = new Map<string, number>();
  /** The ids of objects that exceed the limit. */
  readonly #tooLarge = new Set<string>();
  /** States for each offset whether the entry has an id, or was skipped for its size. */
  readonly #states = new Map<number, 'named' | 'too_large'>();
  /** The deltas that wait for a base, by its offset or id. */
  readonly #waiting = new Map<number | string, number[]>();
  readonly #bounds: PackBounds;
  #at = packHeaderBytes;
  /** The number of entries that are not indexed yet; undefined before the header was read. */
  #left: number | undefined;

  /** Nothing is indexed yet. */
  constructor(pack: PackFile, bounds: PackBounds) {
    this.#pack = pack;
    this.format = pack.format;
    this.#bounds = bounds;
  }

  /** @throws GitFailure `invalid_repository` when it is not a pack, `too_large` when it exceeds the limits. */
  static async index(pack: PackFile, bounds: PackBounds, signal: AbortSignal): Promise<FetchedPack> {
    const store = new FetchedPack(pack, bounds);
    await store.advance(signal, { isWhole: true });
    return store;
  }

  /**
   * Indexes what was received since the last call.
   * @param isWhole whether the pack is complete; if not, an entry that may still be incomplete waits.
   * @throws GitFailure
   */
  async advance(signal: AbortSignal, { isWhole }: { isWhole: boolean }): Promise<void> {
    const pack = this.#pack;
    pack.refreshSize();
    this.#left ??= pack.count(this.#bounds.maxObjects);
    for (; this.#left > 0; this.#left -= 1) {
      if (!isWhole && pack.sizeBytes - this.#at < entryHeaderBytes) return;
      const entry = pack.entryAt(this.#at);
      if (!isWhole && entry.dataOffset + compressedBound(entry.sizeBytes) > pack.sizeBytes) return;
      this.#at = await this.#add(entry, signal);
      if (this.#left % entriesPerTurn === 0) await setImmediate();
      signal.throwIfAborted();
    }
    this.#waiting.clear();
  }

  has(id: string): boolean {
    return this.#offsets.has(id);
  }

  read(id: string, maxBytes: number): GitObject | 'too_large' | undefined {
    if (this.#tooLarge.has(id)) return 'too_large';
    const offset = this.#offsets.get(id);
    if (offset === undefined) return undefined;
    return this.#pack.objectAt(offset, maxBytes, (base) => this.#offsets.get(base));
  }

  close(): void {
    this.#pack.close();
  }

  /** Adds an entry to the index. @returns the offset of the next entry. */
  async #add(entry: PackEntry, signal: AbortSignal): Promise<number> {
    if (entry.sizeBytes > this.#bounds.maxBytes) {
      const { end, id } = await readLarge(this.#pack, entry, signal);
      await this.#resolveAll(this.#skip(entry.offset, id), signal);
      return end;
    }
    const { bytes, end } = this.#pack.inflate(entry);
    const { kind, offset } = entry;
    const ready =
      typeof kind === 'string'
        ? this.#register(offset, { type: kind, content: bytes })
        : this.#resolve(offset, kind);
    await this.#resolveAll(ready, signal);
    return end;
  }

  /** A delta may precede its base; each one is resolved once, when its base is known. */
  async #resolveAll(ready: number[], signal: AbortSignal): Promise<void> {
    for (let steps = 1, next = ready.pop(); next !== undefined; steps += 1, next = ready.pop()) {
      for (const waiter of this.#resolve(next, this.#pack.entryAt(next).kind)) ready.push(waiter);
      if (steps % entriesPerTurn === 0) await setImmediate();
      signal.throwIfAborted();
    }
  }

  /** Resolves a delta, or queues it until its base is known. @returns the deltas that waited for it. */
  #resolve(offset: number, kind: PackEntry['kind']): number[] {
    if (typeof kind === 'string') return [];
    const base = 'baseOffset' in kind ? kind.baseOffset : kind.baseId;
    const state = this.#states.get(typeof base === 'string' ? (this.#offsets.get(base) ?? -1) : base);
    if (state === undefined) {
      const others = this.#waiting.get(base);
      if (others) others.push(offset);
      else this.#waiting.set(base, [offset]);
      return [];
    }
    // Two large files may be stored as one and a delta, and only the whole content has an id.
    const object = this.#pack.objectAt(offset, Math.max(this.#bounds.maxBytes, identifiedBytes), (id) =>
      this.#offsets.get(id),
    );
    if (object === undefined) throw damagedRepository('a base was lost');
    if (object === 'too_large') return this.#skip(offset);
    return object.content.length > this.#bounds.maxBytes
      ? this.#skip(offset, objectId(this.format, object))
      : this.#register(offset, object);
  }

  /** Remembers an object that is too large; without an id it counts as missing. */
  #skip(offset: number, id?: string): number[] {
    this.#states.set(offset, 'too_large');
    if (id === undefined) return this.#takeWaiting(offset);
    this.#offsets.set(id, offset);
    this.#tooLarge.add(id);
    return [...this.#takeWaiting(offset), ...this.#takeWaiting(id)];
  }

  #register(offset: number, object: GitObject): number[] {
    this.#bounds.content?.add(object, this.format);
    const id = objectId(this.format, object);
    this.#offsets.set(id, offset);
    this.#states.set(offset, 'named');
    return [...this.#takeWaiting(offset), ...this.#takeWaiting(id)];
  }

  #takeWaiting(base: number | string): number[] {
    const woken = this.#waiting.get(base) ?? [];
    this.#waiting.delete(base);
    return woken;
  }
}
