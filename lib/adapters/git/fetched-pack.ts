import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createInflate } from 'node:zlib';
import { SourceFailure } from '../../ports/sources.ts';
import { damaged } from './damaged.ts';
import { objectId, type GitObject, type ObjectFormat, type ObjectStore } from './object-format.ts';
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
    throw error instanceof SourceFailure ? error : damaged('an entry does not inflate');
  } finally {
    source.destroy();
  }
  if (inflatedBytes !== entry.sizeBytes) throw damaged('an entry is not as long as it declares');
  return entry.dataOffset + inflate.bytesWritten;
};

/**
 * A pack just received, indexed by what its objects hash to: an id finds its content, or nothing.
 * That is also why its trailing checksum is not looked at.
 */
export class FetchedPack implements ObjectStore {
  readonly format: ObjectFormat;
  /** The host was asked to leave large files out, or some were passed over here: what is missing was too large. */
  lacksLarge: boolean;
  readonly #pack: PackFile;
  readonly #offsets = new Map<string, number>();
  readonly #maxBytes: number;

  private constructor(pack: PackFile, maxBytes: number, lacksLarge: boolean) {
    this.#pack = pack;
    this.format = pack.format;
    this.#maxBytes = maxBytes;
    this.lacksLarge = lacksLarge;
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
    let pending: number[] = [];
    let at = packHeaderBytes;
    for (let index = 0; index < count; index += 1) {
      const entry = pack.entryAt(at);
      const { settled, end } = await store.#take(entry, signal);
      if (!settled) pending.push(at);
      at = end;
      if (index % entriesPerTurn === 0) await setImmediate();
      signal.throwIfAborted();
    }
    // A delta may stand before its base; each round settles those whose base was settled by the last one.
    for (let before = -1; pending.length !== before && pending.length > 0;) {
      before = pending.length;
      pending = pending.filter((offset) => !store.#settle(offset));
      await setImmediate();
      signal.throwIfAborted();
    }
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

  async #take(entry: PackEntry, signal: AbortSignal): Promise<{ settled: boolean; end: number }> {
    if (entry.sizeBytes > this.#maxBytes) {
      this.lacksLarge = true;
      return { settled: true, end: await endOfLarge(this.#pack, entry, signal) };
    }
    const { bytes, end } = this.#pack.inflate(entry);
    if (typeof entry.kind !== 'string') return { settled: this.#settle(entry.offset), end };
    this.#name(entry.offset, { type: entry.kind, content: bytes });
    return { settled: true, end };
  }

  /** Rebuilds and names a delta's object. @returns false while its base is not known. */
  #settle(offset: number): boolean {
    const object = this.#pack.objectAt(offset, this.#maxBytes, (id) => this.#offsets.get(id));
    if (object === 'too_large') this.lacksLarge = true;
    else if (object) this.#name(offset, object);
    return object !== undefined;
  }

  #name(offset: number, object: GitObject): void {
    this.#offsets.set(objectId(this.format, object), offset);
  }
}
