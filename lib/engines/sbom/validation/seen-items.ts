import { createHash } from 'node:crypto';

/** Returns a text that equal values share, whatever the order of their members. The depth is bounded. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${members.sort().join()}}`;
};

/** The numbers that are kept of a digest, of 32 bits each: 16 bytes do not meet by chance. */
const words = 4;
/** The places for each digest: the fewer are empty, the longer one is searched. */
const placesEach = 1.5;

/**
 * Finds equal items of a list whose pieces are never in memory together. Their digests are in one table, which takes a
 * fifth of the memory of a set of texts.
 */
export class SeenItems {
  readonly #table: Uint32Array;
  readonly #places: number;
  readonly #salt: Uint8Array;

  /**
   * @param count is the number of items that there are at most.
   * @param salt follows from the whole document: items cannot be chosen so that their digests crowd one part of the table.
   */
  constructor(count: number, salt: Uint8Array) {
    this.#salt = salt;
    this.#places = Math.ceil(count * placesEach) + 1;
    this.#table = new Uint32Array(this.#places * words);
  }

  /** Returns whether one of these was there before. */
  repeats(items: readonly unknown[]): boolean {
    let isNew = true;
    for (const item of items)
      isNew = this.#add(createHash('sha256').update(this.#salt).update(canonical(item)).digest()) && isNew;
    return !isNew;
  }

  /** Adds a digest. @returns false if it was there. */
  #add(digest: Buffer): boolean {
    // An empty place begins with zero.
    const first = digest.readUInt32LE(0) || 1;
    const rest = [digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12)];
    const table = this.#table;
    for (let place = first % this.#places; ; place = (place + 1) % this.#places) {
      const at = place * words;
      if (table[at] === 0) {
        table.set([first, ...rest], at);
        return true;
      }
      if (table[at] === first && rest.every((word, index) => table[at + 1 + index] === word)) return false;
    }
  }
}
