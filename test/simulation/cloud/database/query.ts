import type { Scheduler } from '#test/simulation/scheduler/scheduler.ts';
import type { Database } from './database.ts';
import type { Table } from './table.ts';
import type { Item } from './values.ts';

export interface QueryInput {
  TableName: string;
  IndexName?: string;
  KeyConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
  ScanIndexForward?: boolean;
  ConsistentRead?: boolean;
  Limit?: number;
  ExclusiveStartKey?: Item;
}

interface Bounds {
  hash: string;
  bounds: readonly [from: string | undefined, through: string | undefined];
}

const keySyntax =
  /^(\S+) = (:\w+)(?: AND (?:(\S+) BETWEEN (:\w+) AND (:\w+)|(\S+) (>=|<=) (:\w+)|begins_with\((\S+), (:\w+)\)))?$/;

/** Reads the condition of a key: one partition, and perhaps a range of sort keys. */
const boundsOf = ({
  KeyConditionExpression: text,
  ExpressionAttributeValues: values = {},
}: QueryInput): Bounds => {
  const found = keySyntax.exec(text);
  if (!found) throw new Error(`a condition of keys that is not understood: ${text}`);
  const [, , hash = '', , from, through, , operator, bound, , prefix] = found;
  const value = (name: string | undefined) => (name === undefined ? undefined : String(values[name]));
  const start = value(prefix);
  if (start !== undefined) return { hash: String(values[hash]), bounds: [start, `${start}\uffff`] };
  const one = value(bound);
  const bounds = [
    value(from) ?? (operator === '>=' ? one : undefined),
    value(through) ?? (operator === '<=' ? one : undefined),
  ] as const;
  return { hash: String(values[hash]), bounds };
};

/** The items of a range with their positions, in order. */
const candidatesOf = (
  input: QueryInput,
  { table, database, now }: { table: Table; database: Database; now: number },
): [position: string, item: Item][] => {
  const { hash, bounds } = boundsOf(input);
  const index = input.IndexName === undefined ? undefined : table.indexes.get(input.IndexName);
  if (input.IndexName !== undefined && !index) throw new Error(`no index ${input.IndexName}`);
  if (index) return index.between(hash, bounds, now);
  const isEventual = database.isEventual(input.ConsistentRead);
  const partition = table.partitions.get(hash);
  return table.keysBetween(hash, bounds).flatMap((range): [string, Item][] => {
    const row = partition?.rows.get(range);
    const item = row && isEventual && now < row.settledAt ? row.before : row?.now;
    return item ? [[range, item]] : [];
  });
};

/**
 * Tells whether a range has anything at an instant, which entry is the first one beyond it, and whether everything that
 * was committed can be seen.
 */
export const rangeOf = (
  table: Table,
  input: QueryInput,
  now: number,
): { found: boolean; beyond: string | undefined; through: string | undefined; isSettled: boolean } => {
  const { hash, bounds } = boundsOf(input);
  const [, through] = bounds;
  const index = input.IndexName === undefined ? undefined : table.indexes.get(input.IndexName);
  const between = (range: typeof bounds): string | undefined =>
    index ? index.between(hash, range, now)[0]?.[0] : table.presentBetween(hash, range);
  const found = between(bounds) !== undefined;
  const beyond = through === undefined ? undefined : between([`${through}\u0002`, undefined]);
  return { found, beyond, through, isSettled: index?.isSettled ?? true };
};

const keysOf = (item: Item, table: Table, input: QueryInput): Item => {
  const index = input.IndexName === undefined ? undefined : table.indexes.get(input.IndexName);
  const names = [table.hash, table.range, index?.hash, index?.range];
  return Object.fromEntries(names.flatMap((name) => (name === undefined ? [] : [[name, item[name]]])));
};

/** The bytes of a page, counted in items here. */
const pageItems = 400;

/** Answers a query with one page. @param isPartial cuts the page short, as the database may at any time. */
export const query = (
  database: Database,
  input: QueryInput,
  { scheduler, isPartial }: { scheduler: Scheduler; isPartial: boolean },
): { Items: Item[]; LastEvaluatedKey?: Item } => {
  const table = database.table(input.TableName);
  const candidates = candidatesOf(input, { table, database, now: scheduler.now });
  const isBackward = input.ScanIndexForward === false;
  if (isBackward) candidates.reverse();
  const index = input.IndexName === undefined ? undefined : table.indexes.get(input.IndexName);
  const startKey = input.ExclusiveStartKey;
  const start = startKey && (index ? index.positionOf(startKey) : table.keyOf(startKey)[1]);
  const isBehind = (position: string): boolean =>
    start === undefined || (isBackward ? position < start : position > start);
  const rest = candidates.filter(([position]) => isBehind(position));
  const most = Math.min(input.Limit ?? pageItems, pageItems);
  const size = isPartial ? 1 + scheduler.draw(Math.max(1, Math.min(most, rest.length))) : most;
  const page = rest.slice(0, size);
  const last = page.at(-1)?.[1];
  // As the database does, a full page names its last key even when nothing follows.
  const isMore = page.length === size && last !== undefined && (rest.length > size || size === input.Limit);
  return {
    Items: page.map(([, item]) => item),
    ...(isMore && last && { LastEvaluatedKey: keysOf(last, table, input) }),
  };
};
