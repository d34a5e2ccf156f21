import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createInflate } from 'node:zlib';
import { SourceFailure } from '../../ports/sources.ts';
import { damagedRepository } from '../damaged-repository.ts';
import { objectId, type GitObject, type ObjectFormat, type ObjectStore } from '../object-format.ts';
import { packHeaderBytes, type PackEntry } from './pack-entry.ts';
import { PackFile } from './pack-file.ts';

const inputBytes = 64 * 1024;
/** How many entries are read before others get a turn and an abort is noticed. */
const entriesPerTurn = 256;

function* bytesFrom(pack: PackFile, offset: number): Generator<Buffer> {
  for (let at = offset, chunk = pack.bytesAt(at, inputBytes); chunk.length > 0;) {
    yield chunk;
    at += chunk.length;
    chunk = pack.bytesAt(at, inputBytes);
  }
}

/** Finds where an entry that is too large to hold ends, by inflating it to nowhere. */
const endOfLarge = async (pack: PackFile, entry: PackEntry, signal: AbortSignal): Promise<number> => {
  pack.spend(entry.sizeBytes);
  const source = Readable.from(bytesFrom(pack, entry.dataOffset));
  const inflate = createInflate();
  let inflatedBytes = 0;
  try {
    for await (const part of source.pipe(inflate)) {
      inflatedBytes += (part as Buffer).length;
      if (inflatedBytes > entry.sizeBytes) break;
      signal.throwIfAborted();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof SourceFailure ? error : damagedRepository('an entry does not inflate');
  } finally {
    source.destroy();
  }
  if (inflatedBytes !== entry.sizeBytes) throw damagedRepository('an entry is not as long as it declares');
  return entry.dataOffset + inflate.bytesWritten;
};

/**
 * A pack just received, indexed by what its objects hash to: an id finds its content, or nothing.
 * That is also why its trailing checksum is not looked at.
 */
export class FetchedPack implements ObjectStore {
  readonly format: ObjectFormat;
  /** The host was asked to leave large files out, or some were passed over here: what is missing was too large. */
  omitsLargeFiles: boolean;
  readonly #pack: PackFile;
  readonly #offsets = new Map<string, number>();
  /** By offset: whether the entry has a name, or was passed over for its size. */
  readonly #settled = new Map<number, 'named' | 'too_large'>();
  /** Deltas by what they wait for: an offset, or an id. */
  readonly #waiting = new Map<number | string, number[]>();
  readonly #maxBytes: number;

  private constructor(pack: PackFile, maxBytes: number, lacksLarge: boolean) {
    this.#pack = pack;
    this.format = pack.format;
    this.#maxBytes = maxBytes;
    this.omitsLargeFiles = lacksLarge;
  }

  /**
   * @param maxBytes a larger object is passed over.
   * @throws SourceFailure `source_invalid` when it is no pack, `source_too_large` when it holds or unpacks to too much.
   */
  static async index(
    pack: PackFile,
    { maxBytes, maxObjects, lacksLarge }: { maxBytes: number; maxObjects: number; lacksLarge: boolean },
    signal: AbortSignal,
  ): Promise<FetchedPack> {
    const store = new FetchedPack(pack, maxBytes, lacksLarge);
    const count = pack.count();
    if (count > maxObjects)
      throw new SourceFailure('source_too_large', `The commit has more than ${maxObjects} objects.`);
    let at = packHeaderBytes;
    for (let index = 0; index < count; index += 1) {
      at = await store.#take(pack.entryAt(at), signal);
      if (index % entriesPerTurn === 0) await setImmediate();
      signal.throwIfAborted();
    }
    store.#waiting.clear();
    return store;
  }

  read(id: string, maxBytes: number): GitObject | 'too_large' | undefined {
    const offset = this.#offsets.get(id);
    if (offset === undefined) return undefined;
    return this.#pack.objectAt(offset, maxBytes, (base) => this.#offsets.get(base));
  }

  close(): void {
    this.#pack.close();
  }

  /** @returns where the next entry begins. */
  async #take(entry: PackEntry, signal: AbortSignal): Promise<number> {
    if (entry.sizeBytes > this.#maxBytes) {
      this.#passOver(entry.offset);
      return endOfLarge(this.#pack, entry, signal);
    }
    const { bytes, end } = this.#pack.inflate(entry);
    const { kind, offset } = entry;
    const ready =
      typeof kind === 'string'
        ? this.#name(offset, { type: kind, content: bytes })
        : this.#attempt(offset, kind);
    // A delta may stand before its base; each is made once, when its base is there.
    for (let steps = 1, next = ready.pop(); next !== undefined; steps += 1, next = ready.pop()) {
      for (const waiter of this.#attempt(next, this.#pack.entryAt(next).kind)) ready.push(waiter);
      if (steps % entriesPerTurn === 0) await setImmediate();
      signal.throwIfAborted();
    }
    return end;
  }

  /** Rebuilds and names a delta's object, or has it wait for its base. @returns the deltas that waited for it. */
  #attempt(offset: number, kind: PackEntry['kind']): number[] {
    if (typeof kind === 'string') return [];
    const base = 'baseOffset' in kind ? kind.baseOffset : kind.baseId;
    const state = this.#settled.get(typeof base === 'string' ? (this.#offsets.get(base) ?? -1) : base);
    if (state === undefined) {
      const others = this.#waiting.get(base);
      if (others) others.push(offset);
      else this.#waiting.set(base, [offset]);
      return [];
    }
    if (state === 'too_large') return this.#passOver(offset);
    const object = this.#pack.objectAt(offset, this.#maxBytes, (id) => this.#offsets.get(id));
    if (object === undefined) throw damagedRepository('a base was lost');
    return object === 'too_large' ? this.#passOver(offset) : this.#name(offset, object);
  }

  #passOver(offset: number): number[] {
    this.omitsLargeFiles = true;
    this.#settled.set(offset, 'too_large');
    return this.#wake(offset);
  }

  #name(offset: number, object: GitObject): number[] {
    const id = objectId(this.format, object);
    this.#offsets.set(id, offset);
    this.#settled.set(offset, 'named');
    return [...this.#wake(offset), ...this.#wake(id)];
  }

  #wake(base: number | string): number[] {
    const woken = this.#waiting.get(base) ?? [];
    this.#waiting.delete(base);
    return woken;
  }
}
