import type { Change, Condition, RecordName, Records } from '@scangate/domain/record-changes';
import { queuePartition } from '@scangate/domain/due-queue';
import {
  eventPosition,
  ledgerTimeKey,
  sealPosition,
  type FailedCondition,
  type ListName,
  type Page,
  type Store,
} from '#ports/store.ts';
import { RecordIndex } from './record-index.ts';
import { keyFields, lists } from './record-tables.ts';

type Fields = Record<string, unknown>;

const fieldsOf = (record: object): Fields => record as Fields;

/**
 * Copies plain data many times faster than structuredClone; model tests copy all the time. The Stripe emulator has
 * the same function, because it imports nothing from the service.
 */
const deepCopy = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(deepCopy) as T;
  const copy = { ...value } as Fields;
  for (const field in copy) {
    const inner = copy[field];
    if (typeof inner === 'object' && inner !== null) copy[field] = deepCopy(inner);
  }
  return copy as T;
};

const holds = (item: Fields, condition: Condition): boolean => {
  const value = item[condition.field];
  if (condition.is === 'present') return value !== undefined;
  if (condition.is === 'absent') return value === undefined;
  if (value === undefined) return false;
  if (condition.is === 'oneOf') return condition.value.includes(value as never);
  if (condition.is === 'equal') return value === condition.value;
  const [mine, bound] = [value as string, condition.value as string];
  return condition.is === 'atLeast' ? mine >= bound : mine <= bound;
};

const meets = (item: Fields | undefined, conditions: readonly Condition[] = []): boolean =>
  item !== undefined && conditions.every((condition) => holds(item, condition));

/** Makes a number below a billion sort as text. */
const sortable = (value: unknown): unknown =>
  typeof value === 'number' ? String(value).padStart(9, '0') : value;

/** The string by which a list is sorted, and the cursor of the item. */
const sortKeyOf = (name: ListName, item: Fields): string => {
  const { record } = lists[name];
  if (name === 'ledgerByTime') return ledgerTimeKey({ at: String(item['at']), cause: String(item['cause']) });
  if (name === 'storedEvents' || name === 'auditEvents')
    return eventPosition({ at: String(item['at']), eventId: String(item['eventId']) });
  if (name === 'trackedFindings') return String(item['listedBy']);
  if (name === 'issuedTokens') return `${String(item['listedBy'])} ${String(item['tokenHash'])}`;
  if (name === 'scans' || name === 'scanListings') return String(item['scanId']);
  if (name === 'repositoryNames') return String(item['name']);
  if (name === 'ledger') return String(item['cause']);
  return JSON.stringify(keyFields[record].map((field) => sortable(item[field])));
};

/** Finds the items after a cursor, which is a position and need not be that of an item. */
const startAfter = (keys: readonly string[], cursor: string | undefined, newestFirst: boolean): number => {
  if (cursor === undefined) return 0;
  const next = keys.findIndex((key) => (newestFirst ? key < cursor : key > cursor));
  return next < 0 ? keys.length : next;
};

/** Sorts by a string key, which is made once per item. */
const sortedBy = <T>(items: Iterable<T>, keyOf: (item: T) => string): [key: string, item: T][] =>
  [...items].map((item): [string, T] => [keyOf(item), item]).sort(([a], [b]) => (a < b ? -1 : 1));

/** Returns the page after the cursor, and the cursor of the next page. */
const pageOf = <T>(
  sorted: [key: string, item: T][],
  { cursor, limit, newestFirst = false }: { cursor?: string; limit?: number; newestFirst?: boolean },
): Page<T> => {
  const keys = sorted.map(([key]) => key);
  const from = startAfter(keys, cursor, newestFirst);
  const page = sorted.slice(from, from + (limit ?? 100));
  const [last] = page.at(-1) ?? [];
  const hasMore = last !== undefined && last !== keys.at(-1);
  return { items: page.map(([, item]) => item), ...(hasMore && { cursor: last }) };
};

const isWithin = (value: string, { from, through }: { from?: string; through?: string }): boolean =>
  (from === undefined || value >= from) && (through === undefined || value <= through);

/** For lists that are an index, a page may cover a part; an item without its sort key is not listed. */
const isInRange = (name: ListName, item: Fields, page: { from?: string; through?: string }): boolean => {
  if (name === 'ledgerByTime' || name === 'auditEvents') return isWithin(String(item['at']), page);
  if (name === 'ledger') return isWithin(String(item['cause']), page);
  if (name === 'seals') return isWithin(sealPosition(Number(item['number'])), page);
  if (name !== 'trackedFindings') return true;
  return item['listedBy'] !== undefined && isWithin(String(item['listedBy']), page);
};

/**
 * A field that is part of the key is not an attribute of the stored item, so that in DynamoDB no condition on it
 * holds.
 */
const requireStoredFields = (change: Change): void => {
  if (change.change === 'count') return;
  const conditions: readonly Condition[] =
    change.change === 'insert' ? (change.replaceIf ?? []) : (change.when ?? []);
  const keys: readonly string[] = keyFields[change.record];
  const found = conditions.find(({ field }) => keys.includes(field));
  if (found) throw new Error(`a condition on ${found.field}, which is in the key of ${change.record}`);
};

const firstField = (record: RecordName): string => keyFields[record][0] ?? '';

/** The records of a kind whose key begins with a value. */
const ownerGroup = (record: RecordName, first: unknown): string => `${record} ${String(first)}`;

/** The records of a kind in a partition of the due queue. */
const dueGroup = (record: RecordName, dueQueue: unknown): string | undefined =>
  dueQueue === undefined ? undefined : `${record} due ${String(dueQueue)}`;

type Tables = { [R in RecordName]?: Map<string, Records[R]> };

/**
 * The store in memory, for tests and models. It behaves like the DynamoDB store, with a second, simpler interpreter
 * of changes. It replaces stored records instead of changing them, and returns copies.
 */
export class MemoryStore implements Store {
  readonly #tables: Tables = {};
  readonly #index = new RecordIndex();

  #table<R extends RecordName>(record: R): Map<string, Records[R]> {
    const tables: { [K in R]?: Map<string, Records[K]> } = this.#tables;
    return (tables[record] ??= new Map<string, Records[R]>());
  }

  #key(record: RecordName, id: object): string {
    return JSON.stringify(keyFields[record].map((field) => fieldsOf(id)[field]));
  }

  #find<R extends RecordName>(record: R, id: object): Records[R] | undefined {
    return this.#table(record).get(this.#key(record, id));
  }

  #all(record: RecordName): Fields[] {
    return [...this.#table(record).values()].map(fieldsOf);
  }

  #grouped(record: RecordName, group: string | undefined): Fields[] {
    const table: Map<string, object> = this.#table(record);
    const keys = group === undefined ? [] : this.#index.keysOf(group);
    return [...keys].flatMap((key) => table.get(key) ?? []).map(fieldsOf);
  }

  /** Returns every record of a kind, in no particular order. */
  all<R extends RecordName>(record: R): Records[R][] {
    return [...this.#table(record).values()].map(deepCopy);
  }

  load: Store['load'] = async (refs) => refs.map((ref) => deepCopy(this.#find(ref.record, ref.id))) as never;

  get: Store['get'] = async (record, id) => deepCopy(this.#find(record, id));

  list: Store['list'] = async (name, owner, page = {}) => {
    const { record, newestFirst } = lists[name];
    const owners = Object.entries(owner);
    const group = fieldsOf(owner)[firstField(record)];
    const items = (group === undefined ? this.#all(record) : this.#grouped(record, ownerGroup(record, group)))
      .filter((item) => owners.every(([field, value]) => item[field] === value))
      .filter((item) => isInRange(name, item, page));
    const sorted = sortedBy(items, (item) => sortKeyOf(name, item));
    const order = { newestFirst: page.newestFirst ?? newestFirst };
    if (order.newestFirst) sorted.reverse();
    return deepCopy(pageOf(sorted, { ...page, ...order })) as never;
  };

  listDue: Store['listDue'] = async (record, shard, page = {}) => {
    const partition = queuePartition(record, shard);
    const fields: readonly string[] = keyFields[record];
    const due = this.#grouped(record, dueGroup(record, partition))
      .filter(({ dueQueue, dueAt }) => dueQueue === partition && dueAt !== undefined)
      .filter(({ dueAt }) => isWithin(String(dueAt), page));
    const sorted = sortedBy(due, (item) => [item['dueAt'], ...fields.map((field) => item[field])].join(' '));
    const { items, ...rest } = pageOf(sorted, page);
    const keys = items.map((item) => Object.fromEntries(fields.map((field) => [field, item[field]])));
    return { ...rest, items: keys } as never;
  };

  #accepts(change: Change): boolean {
    if (change.change === 'count') return true;
    if (change.change === 'insert') {
      const found = this.#find(change.record, change.item);
      return (
        found === undefined ||
        (change.replaceIf !== undefined && meets(fieldsOf(found), change.replaceIf as Condition[]))
      );
    }
    const record = this.#find(change.record, change.id);
    const found = record && fieldsOf(record);
    const floors = change.change === 'update' ? Object.entries(change.floor ?? {}) : [];
    const isEnough = floors.every(([field, floor]) => Number(found?.[field]) >= Number(floor));
    return meets(found, change.when as Condition[]) && isEnough;
  }

  #put(record: RecordName, id: object, item: Fields): void {
    const table: Map<string, unknown> = this.#table(record);
    const key = this.#key(record, id);
    const before = table.get(key) as Fields | undefined;
    const ofOwner = ownerGroup(record, fieldsOf(id)[firstField(record)]);
    this.#index.move(key, before && ofOwner, ofOwner);
    this.#index.move(key, before && dueGroup(record, before['dueQueue']), dueGroup(record, item['dueQueue']));
    table.set(key, deepCopy(item));
  }

  #apply(change: Change): void {
    if (change.change === 'require') return;
    if (change.change === 'insert') {
      const fields = Object.entries(change.item).filter(([, value]) => value !== undefined);
      this.#put(change.record, change.item, Object.fromEntries(fields));
      return;
    }
    const item: Fields = { ...this.#find(change.record, change.id) };
    if (change.change === 'count') {
      for (const [field, amount] of Object.entries(change.add))
        item[field] = Number(item[field] ?? 0) + amount;
      this.#put(change.record, change.id, { ...change.id, ...item, ...change.set });
      return;
    }
    for (const [field, value] of Object.entries(change.set ?? {}))
      if (value !== undefined) item[field] = value;
    for (const [field, amount] of Object.entries(change.add ?? {}))
      item[field] = Number(item[field]) + Number(amount);
    for (const field of change.unset ?? []) delete item[field];
    this.#put(change.record, change.id, item);
  }

  async commit(changes: readonly Change[]): Promise<FailedCondition | undefined> {
    const idOf = (change: Change): object => (change.change === 'insert' ? change.item : change.id);
    const keys = changes.map((change) => change.record + this.#key(change.record, idOf(change)));
    if (new Set(keys).size !== keys.length) throw new Error('a transaction names a record twice');
    for (const change of changes) requireStoredFields(change);
    const failed = changes.find((change) => !this.#accepts(change));
    if (failed) return { change: failed, found: deepCopy(this.#find(failed.record, idOf(failed))) };
    for (const change of changes) this.#apply(change);
    return undefined;
  }
}
