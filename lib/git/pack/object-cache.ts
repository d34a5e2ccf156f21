import type { GitObject } from '../object-format.ts';

const maxBytes = 32 * 1024 * 1024;
/** A larger object would evict too many delta bases. */
const maxObjectBytes = maxBytes / 4;

/** Caches recent objects by their offset in a pack, so that a chain of deltas is not inflated again for each link. */
export class ObjectCache {
  readonly #objects = new Map<number, GitObject>();
  #bytes = 0;

  get(offset: number): GitObject | undefined {
    const object = this.#objects.get(offset);
    if (!object) return undefined;
    // A map keeps insertion order, so the most recently used object moves to the end.
    this.#objects.delete(offset);
    this.#objects.set(offset, object);
    return object;
  }

  add(offset: number, object: GitObject): void {
    if (object.content.length > maxObjectBytes || this.#objects.has(offset)) return;
    this.#objects.set(offset, object);
    this.#bytes += object.content.length;
    for (const [oldest, { content }] of this.#objects) {
      if (this.#bytes <= maxBytes) return;
      this.#objects.delete(oldest);
      this.#bytes -= content.length;
    }
  }
}
