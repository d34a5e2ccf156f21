import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import type { SourceArchive, SourceSpool } from '#ports/source-archive.ts';

class MemorySpool implements SourceSpool {
  readonly #files = new Map<string, Uint8Array>();

  get paths(): Iterable<string> {
    return this.#files.keys();
  }

  get entries(): readonly { path: string; sizeBytes: number }[] {
    return [...this.#files]
      .map(([path, { length }]) => ({ path, sizeBytes: length }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  add(path: string, content: Uint8Array): void {
    if (!this.#files.has(path)) this.#files.set(path, content);
  }

  read(path: string): Uint8Array {
    const content = this.#files.get(path);
    if (!content) throw new Error('no such file in this unit');
    return content;
  }

  close(): void {
    this.#files.clear();
  }
}

interface Packed {
  files: [path: string, base64: string][];
  skipped: SkippedFile[];
}

/** Packs units as JSON, for models, which pack many thousands of them. */
export const memorySourceArchive: SourceArchive = {
  openSpool: () => new MemorySpool(),
  pack: ({ paths, read, relative }, skipped) => {
    const files = paths.map((path) => [relative(path), Buffer.from(read(path)).toString('base64')]);
    return Readable.from([Buffer.from(JSON.stringify({ files, skipped }))], { objectMode: false });
  },
  unpack: async (archive) => {
    const packed = JSON.parse(await text(archive)) as Packed;
    const files = new MemorySpool();
    for (const [path, content] of packed.files) files.add(path, Buffer.from(content, 'base64'));
    return { files, skipped: packed.skipped };
  },
};
