import type { TablePlan } from '@scangate/emulator-aws/template/cloud-plan';
import { attributeOf, placeOf, type Table } from './table.ts';
import { storedCopy, type Item } from './values.ts';

interface Entry {
  hash: string;
  /** Sort key, then the key of the row. */
  key: string;
  item: Item;
}

interface Update {
  at: number;
  removed: Entry | undefined;
  added: Entry | undefined;
}

const separator = '\u0001';

/** A global index, which follows its table a little later. */
export class SecondaryIndex {
  readonly hash: string;
  readonly range: string | undefined;
  readonly #keysOnly: boolean;
  readonly #table: Table;
  readonly #groups = new Map<string, { order: string[]; items: Map<string, Item> }>();
  readonly #updates: Update[] = [];
  #applied = 0;

  constructor({ keys, projection }: TablePlan['indexes'][number], table: Table) {
    this.hash = keys.find(({ type }) => type === 'HASH')?.name ?? '';
    this.range = keys.find(({ type }) => type === 'RANGE')?.name;
    this.#keysOnly = projection.ProjectionType === 'KEYS_ONLY';
    this.#table = table;
  }

  /** Whether it has everything that its table has. */
  get isSettled(): boolean {
    return this.#applied === this.#updates.length;
  }

  /** The position of an item of this index. */
  positionOf(item: Item): string {
    const [pk, sk] = this.#table.keyOf(item);
    return [attributeOf(item, this.range) ?? '', pk, sk].join(separator);
  }

  #entryOf(item: Item | undefined): Entry | undefined {
    const hash = attributeOf(item, this.hash);
    const range = attributeOf(item, this.range);
    if (!item || hash === undefined || (this.range !== undefined && range === undefined)) return undefined;
    return { hash, key: this.positionOf(item), item: this.#keysOnly ? this.#keysOf(item) : item };
  }

  #keysOf(item: Item): Item {
    const names = [this.#table.hash, this.#table.range, this.hash, this.range];
    const fields = names.flatMap((name) => (name === undefined ? [] : [[name, item[name]]]));
    return storedCopy(Object.fromEntries(fields) as Item);
  }

  /** Notes a change of a row of the table. */
  follow(before: Item | undefined, after: Item | undefined, settledAt: number): void {
    const [removed, added] = [this.#entryOf(before), this.#entryOf(after)];
    const isSame = removed?.hash === added?.hash && removed?.key === added?.key;
    if (isSame && (this.#keysOnly || !added)) return;
    const at = Math.max(settledAt, this.#updates.at(-1)?.at ?? 0);
    this.#updates.push({ at, removed, added });
  }

  #apply({ removed, added }: Update): void {
    const isElsewhere = removed && (removed.hash !== added?.hash || removed.key !== added.key);
    if (isElsewhere) {
      const group = this.#groups.get(removed.hash);
      if (group?.items.delete(removed.key)) group.order.splice(placeOf(group.order, removed.key), 1);
    }
    if (!added) return;
    let group = this.#groups.get(added.hash);
    if (!group) this.#groups.set(added.hash, (group = { order: [], items: new Map() }));
    if (!group.items.has(added.key)) group.order.splice(placeOf(group.order, added.key), 0, added.key);
    group.items.set(added.key, added.item);
  }

  #catchUp(now: number): void {
    let next = this.#updates[this.#applied];
    for (; next && next.at <= now; next = this.#updates[this.#applied]) {
      this.#apply(next);
      this.#applied += 1;
    }
    if (this.#applied < 1_000) return;
    this.#updates.splice(0, this.#applied);
    this.#applied = 0;
  }

  /** Everything that the index knows at an instant. */
  *all(now: number): Generator<Item> {
    this.#catchUp(now);
    for (const { items } of this.#groups.values()) yield* items.values();
  }

  /** The entries of a group whose sort key is within bounds, in order, as the index knows them at an instant. */
  between(
    hash: string,
    [from, through]: readonly [string | undefined, string | undefined],
    now: number,
  ): [position: string, item: Item][] {
    this.#catchUp(now);
    const group = this.#groups.get(hash);
    if (!group) return [];
    const first = from === undefined ? 0 : placeOf(group.order, from);
    const last =
      through === undefined ? group.order.length : placeOf(group.order, `${through}${separator}\u{10ffff}`);
    return group.order.slice(first, last).map((key) => [key, group.items.get(key) ?? {}]);
  }
}
