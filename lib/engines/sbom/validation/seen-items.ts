import { createHash, hash } from 'node:crypto';
import { lazyListOf, type LazyList } from './lazy-json.ts';

/** Returns a digest that long lists with equal items share. Nested ones are only gone through once. */
const digestOf = (list: LazyList, items: readonly unknown[]): string => {
  const known = list.document.digests.get(list.from);
  if (known !== undefined) return known;
  const all = createHash('sha256');
  for (const item of items) all.update(canonical(item)).update('\n');
  const digest = all.digest('base64');
  list.document.digests.set(list.from, digest);
  return digest;
};

/** Returns a text that equal values share, whatever the order of their members. The depth is bounded. */
const canonical = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    const list = lazyListOf(value);
    return list ? `#${digestOf(list, value)}` : `[${value.map(canonical).join()}]`;
  }
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${members.sort().join()}}`;
};

/** The numbers that are kept of a digest, of 32 bits each: 8 bytes hardly meet by chance, and who makes them meet is only refused. */
const words = 2;
/** The places for each digest: the fewer are empty, the longer one is searched. */
const placesEach = 1.5;

const wordAt = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 8), 16);

/**
 * Finds equal items of a list that are never in memory together. Their digests are in one table, which takes a tenth of the
 * memory of a set of texts.
 */
export class SeenItems {
  readonly #table: Uint32Array;
  readonly #places: number;
  readonly #salt: string;

  /**
   * @param count is the number of items that there are at most.
   * @param salt follows from the whole document: items cannot be chosen so that their digests crowd one part of the table.
   */
  constructor(count: number, salt: string) {
    this.#salt = salt;
    this.#places = Math.ceil(count * placesEach) + 1;
    this.#table = new Uint32Array(this.#places * words);
  }

  /** Adds an item. @returns false if an equal one was there. */
  add(item: unknown): boolean {
    // Buffers of digests would be freed late.
    const digest = hash('sha256', this.#salt + canonical(item), 'hex');
    // An empty place begins with zero.
    const [first, second] = [wordAt(digest, 0) || 1, wordAt(digest, 8)];
    const table = this.#table;
    for (let place = first % this.#places; ; place = (place + 1) % this.#places) {
      const at = place * words;
      if (table[at] === 0) {
        table[at] = first;
        table[at + 1] = second;
        return true;
      }
      if (table[at] === first && table[at + 1] === second) return false;
    }
  }
}

/** Returns whether the items of a long list all differ. */
export const areDifferent = ({ document }: LazyList, items: readonly unknown[]): boolean => {
  const seen = new SeenItems(items.length, document.salt);
  for (const item of items) if (!seen.add(item)) return false;
  return true;
};
