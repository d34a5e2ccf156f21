import type { TablePlan } from '@scangate/emulator-aws/template/cloud-plan';
import { SecondaryIndex } from './secondary-index.ts';
import { checkAttributes, checkKeyValue } from './limits.ts';
import { isBefore, type Item } from './values.ts';

/** The present state of a row, and what an eventual read may still see of it. */
interface Row {
  now: Item | undefined;
  before: Item | undefined;
  /** From this instant on every read sees what is now. */
  settledAt: number;
}

export interface Partition {
  rows: Map<string, Row>;
  /** The sort keys in order. */
  order: string[];
  /** Another number after each write. */
  version: number;
}

/** The place of a key in a sorted list, or where it would be. */
export const placeOf = (sorted: readonly string[], key: string): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(sorted[middle] ?? '', key)) low = middle + 1;
    else high = middle;
  }
  return low;
};

export const attributeOf = (item: Item | undefined, name: string | undefined): string | undefined => {
  const value = name === undefined ? undefined : item?.[name];
  return value === undefined ? undefined : String(value);
};

/** A table with its rows in the order of their keys. */
export class Table {
  readonly name: string;
  readonly hash: string;
  readonly range: string | undefined;
  readonly indexes: ReadonlyMap<string, SecondaryIndex>;
  readonly partitions = new Map<string, Partition>();
  readonly #keys: TablePlan['keys'];
  readonly #keyNames: ReadonlySet<string>;
  readonly #indexKeys: TablePlan['keys'];
  readonly #types: ReadonlyMap<string, string>;
  #writes = 0;

  constructor({ name, attributes, keys, indexes }: TablePlan) {
    this.#keys = keys;
    this.#keyNames = new Set(keys.map((key) => key.name));
    this.#indexKeys = indexes.flatMap((index) => index.keys);
    this.#types = new Map(attributes.map((attribute) => [attribute.name, attribute.type]));
    this.name = name;
    this.hash = keys.find(({ type }) => type === 'HASH')?.name ?? '';
    this.range = keys.find(({ type }) => type === 'RANGE')?.name;
    this.indexes = new Map(indexes.map((index) => [index.name, new SecondaryIndex(index, this)]));
  }

  keyOf(item: Item): [hash: string, range: string] {
    return [attributeOf(item, this.hash) ?? '', attributeOf(item, this.range) ?? ''];
  }

  /** Checks the key of a request. @throws the refusal of one that no row has. */
  checkKey(key: Item): void {
    checkAttributes(key, this.#keyNames);
    this.#checkValues(key);
  }

  #checkValues(item: Item): void {
    for (const key of this.#keys) checkKeyValue(item[key.name], key, this.#types.get(key.name));
  }

  /** Checks the keys of a whole item, those of indexes too. @throws the refusal of one that cannot be stored. */
  checkItem(item: Item): void {
    this.#checkValues(item);
    for (const key of this.#indexKeys) {
      const value = item[key.name];
      if (value !== undefined) checkKeyValue(value, key, this.#types.get(key.name));
    }
  }

  /** The key of an item. */
  keyItem(item: Item): Item {
    return Object.fromEntries(this.#keys.map(({ name }) => [name, item[name]]));
  }

  /** Whether an attribute is part of the key. */
  isKey(name: string): boolean {
    return this.#keyNames.has(name);
  }

  #row(item: Item): Row | undefined {
    const hash = item[this.hash];
    const range = this.range === undefined ? '' : item[this.range];
    // Nearly all keys are texts.
    if (typeof hash === 'string' && typeof range === 'string')
      return this.partitions.get(hash)?.rows.get(range);
    const [hashText, rangeText] = this.keyOf(item);
    return this.partitions.get(hashText)?.rows.get(rangeText);
  }

  find(key: Item): Item | undefined {
    return this.#row(key)?.now;
  }

  /** Finds what a read that is not consistent may see. */
  findEventual(key: Item, now: number): Item | undefined {
    const row = this.#row(key);
    return row && now < row.settledAt ? row.before : row?.now;
  }

  /** Writes or deletes a row. @param settledAt is when all reads see it. */
  put(key: Item, item: Item | undefined, { now, settledAt }: { now: number; settledAt: number }): void {
    const [hash, range] = this.keyOf(key);
    let partition = this.partitions.get(hash);
    if (!partition) this.partitions.set(hash, (partition = { rows: new Map(), order: [], version: 0 }));
    this.#writes += 1;
    partition.version = this.#writes;
    const row = partition.rows.get(range);
    const before = row && now < row.settledAt ? row.before : row?.now;
    if (!row) partition.order.splice(placeOf(partition.order, range), 0, range);
    partition.rows.set(range, { now: item, before, settledAt });
    for (const index of this.indexes.values()) index.follow(row?.now, item, settledAt);
  }

  /** The sort keys of a partition within bounds, in order. */
  keysBetween(hash: string, [from, through]: readonly [string | undefined, string | undefined]): string[] {
    const order = this.partitions.get(hash)?.order ?? [];
    const first = from === undefined ? 0 : placeOf(order, from);
    const last = through === undefined ? order.length : placeOf(order, `${through}\u0000`);
    return order.slice(first, last);
  }

  /** The first of the sort keys within bounds that has a row now. */
  presentBetween(
    hash: string,
    bounds: readonly [string | undefined, string | undefined],
  ): string | undefined {
    const rows = this.partitions.get(hash)?.rows;
    return this.keysBetween(hash, bounds).find((key) => rows?.get(key)?.now !== undefined);
  }

  /** A number that stays as long as nothing is written to a partition. */
  versionOf(hash: string): number {
    return this.partitions.get(hash)?.version ?? 0;
  }

  /** Forgets rows that are gone for everybody. */
  forgetGone(now: number): void {
    for (const [hash, { rows, order }] of this.partitions) {
      const gone = [...rows].filter(([, row]) => row.now === undefined && row.settledAt < now);
      for (const [key] of gone) {
        rows.delete(key);
        order.splice(placeOf(order, key), 1);
      }
      if (rows.size === 0) this.partitions.delete(hash);
    }
  }

  /** Keeps everything that is here. @returns brings it back, for all reads at once. */
  keep(): (now: number) => void {
    const kept = new Map([...this.items()].map((item) => [JSON.stringify(this.keyOf(item)), item]));
    return (now) => {
      const known = [...this.items()].filter((item) => !kept.has(JSON.stringify(this.keyOf(item))));
      for (const item of known) this.put(item, undefined, { now, settledAt: now });
      for (const item of kept.values())
        if (this.find(item) !== item) this.put(item, item, { now, settledAt: now });
    };
  }

  /** All items behind a key, in an order that stays the same. */
  *itemsAfter(key: Item | undefined): Generator<Item> {
    const [startHash, startRange] = key ? this.keyOf(key) : ['', ''];
    const hashes = [...this.partitions.keys()].filter((hash) => !isBefore(hash, startHash));
    for (const hash of hashes.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))) {
      const partition = this.partitions.get(hash);
      const isFirst = key !== undefined && hash === startHash;
      for (const range of partition?.order ?? []) {
        const item = partition?.rows.get(range)?.now;
        if (item && (!isFirst || isBefore(startRange, range))) yield item;
      }
    }
  }

  *items(): Generator<Item> {
    for (const { rows } of this.partitions.values()) for (const { now } of rows.values()) if (now) yield now;
  }
}
