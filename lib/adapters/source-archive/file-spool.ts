import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceFiles } from '@scangate/engines/model/source-files';

interface Place {
  offset: number;
  sizeBytes: number;
}

/** Opens an empty, unlinked file. */
export const openSpoolFile = (): number => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-'));
  const descriptor = openSync(join(directory, 'files'), 'wx+', 0o600);
  rmSync(directory, { recursive: true });
  return descriptor;
};

/** The first files are kept in memory as long as they fit into this; most units need no file on disk. */
const memoryLimitBytes = 1024 * 1024;

/**
 * Stores many files, the first ones in memory and the others in one file on disk, so that memory is bounded for any
 * accepted repository. The file on disk is unlinked at once, so that no customer data is left behind if the process
 * dies.
 */
export class FileSpool implements SourceFiles {
  #descriptor: number | undefined;
  readonly #files = new Map<string, Uint8Array | Place>();
  #memoryBytes = 0;
  #end = 0;
  #entries: readonly { path: string; sizeBytes: number }[] | undefined;

  /** @param descriptor of an open empty file, which `close` closes; one is opened when it is needed. */
  constructor(descriptor?: number) {
    this.#descriptor = descriptor;
  }

  /**
   * Adds a file. Of two files with one path the first wins: archives may have duplicates, and all readers must see
   * the same one.
   */
  add(path: string, content: Uint8Array): void {
    if (this.#files.has(path)) return;
    this.#files.set(path, this.#keep(content) ?? this.#write(content));
    this.#entries = undefined;
  }

  get paths(): Iterable<string> {
    return this.#files.keys();
  }

  get entries(): readonly { path: string; sizeBytes: number }[] {
    this.#entries ??= [...this.#files]
      .map(([path, file]) => ({ path, sizeBytes: 'offset' in file ? file.sizeBytes : file.length }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return this.#entries;
  }

  read(path: string): Uint8Array {
    const file = this.#files.get(path);
    if (!file) throw new Error('no such file in this unit');
    return 'offset' in file ? this.#readBack(file) : file;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }

  /** Copies the content, which may be part of a larger buffer. @returns undefined when memory is full. */
  #keep(content: Uint8Array): Uint8Array | undefined {
    if (this.#memoryBytes + content.length > memoryLimitBytes) return undefined;
    this.#memoryBytes += content.length;
    return Uint8Array.from(content);
  }

  #write(content: Uint8Array): Place {
    const place = { offset: this.#end, sizeBytes: content.length };
    this.#descriptor ??= openSpoolFile();
    for (let at = 0; at < content.length;)
      at += writeSync(this.#descriptor, content, at, content.length - at, this.#end + at);
    this.#end += content.length;
    return place;
  }

  #readBack({ offset, sizeBytes }: Place): Uint8Array {
    const content = Buffer.alloc(sizeBytes);
    let at = 0;
    while (at < content.length) {
      const count = readSync(this.#descriptor ?? -1, content, at, content.length - at, offset + at);
      if (count === 0) throw new Error('the spool ended early');
      at += count;
    }
    return content;
  }
}
