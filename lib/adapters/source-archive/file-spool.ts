import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceFiles } from '@scangate/engines/model/source-files';

interface Place {
  offset: number;
  sizeBytes: number;
}

/** Opens an empty file without a name. */
export const openSpoolFile = (): number => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-'));
  const descriptor = openSync(join(directory, 'files'), 'wx+', 0o600);
  rmSync(directory, { recursive: true });
  return descriptor;
};

/**
 * Stores many files in one file on disk and keeps only their positions in memory, so that memory is bounded for
 * any accepted repository. The file is unlinked at once, so that no customer data is left behind if the process
 * dies.
 */
export class FileSpool implements SourceFiles {
  readonly #descriptor: number;
  readonly #places = new Map<string, Place>();
  #end = 0;
  #entries: readonly { path: string; sizeBytes: number }[] | undefined;

  /** @param descriptor of an open empty file, which `close` closes. */
  constructor(descriptor: number = openSpoolFile()) {
    this.#descriptor = descriptor;
  }

  /**
   * Adds a file. Of two files with one path the first wins: archives may have duplicates, and all readers must
   * see the same one.
   */
  add(path: string, content: Uint8Array): void {
    if (this.#places.has(path)) return;
    for (let at = 0; at < content.length;)
      at += writeSync(this.#descriptor, content, at, content.length - at, this.#end + at);
    this.#places.set(path, { offset: this.#end, sizeBytes: content.length });
    this.#end += content.length;
    this.#entries = undefined;
  }

  get paths(): Iterable<string> {
    return this.#places.keys();
  }

  get entries(): readonly { path: string; sizeBytes: number }[] {
    this.#entries ??= [...this.#places]
      .map(([path, { sizeBytes }]) => ({ path, sizeBytes }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return this.#entries;
  }

  read(path: string): Uint8Array {
    const place = this.#places.get(path);
    if (!place) throw new Error('no such file in this unit');
    const content = Buffer.alloc(place.sizeBytes);
    let at = 0;
    while (at < content.length) {
      const count = readSync(this.#descriptor, content, at, content.length - at, place.offset + at);
      if (count === 0) throw new Error('the spool ended early');
      at += count;
    }
    return content;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
