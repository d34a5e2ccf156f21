import { bindingsOf, type Expressed } from './bindings.ts';
import type { Database, DatabaseTime } from './database.ts';
import { checkAttributes, checkKeyValue, invalid } from './limits.ts';
import { pageOf, type Page } from './pages.ts';
import type { SecondaryIndex } from './secondary-index.ts';
import type { Table } from './table.ts';
import { isBefore, type Item } from './values.ts';

export interface QueryInput extends Expressed {
  TableName: string;
  IndexName?: string;
  KeyConditionExpression: string;
  ScanIndexForward?: boolean;
  ConsistentRead?: boolean;
  Limit?: number;
  ExclusiveStartKey?: Item;
}

interface Bounds {
  hash: string;
  bounds: readonly [from: string | undefined, through: string | undefined];
}

/** A range, and where its reading ends. */
type Direction = Bounds & { isBackward: boolean };

/** A table that is queried, or an index of it. */
interface Queried {
  table: Table;
  index: SecondaryIndex | undefined;
}

const keySyntax =
  /^(\S+) = (:\w+)(?: AND (?:(\S+) BETWEEN (:\w+) AND (:\w+)|(\S+) (>=|<=) (:\w+)|begins_with\((\S+), (:\w+)\)))?$/;

const keysOf = ({ table, index }: Queried): { hash: string; range: string | undefined } => index ?? table;

/** The text after all others that begin like this: no character comes after this one. */
const endOf = (prefix: string): string => `${prefix}\u{10ffff}`;

/** Reads the condition of a key: one partition, and perhaps a range of sort keys. @throws the refusal of another one. */
const boundsOf = (input: QueryInput, queried: Queried): Bounds => {
  const { names, values } = bindingsOf(input);
  const found = keySyntax.exec(input.KeyConditionExpression);
  if (!found) throw new Error(`a condition of keys that is not understood: ${input.KeyConditionExpression}`);
  const [, hashName = '', hash = '', between, from, through, compared, operator, bound, begun, prefix] =
    found;
  const keys = keysOf(queried);
  const isNamed = (given: string | undefined, name: string | undefined) =>
    given === undefined || (names[given] ?? given) === name;
  if (!isNamed(hashName, keys.hash) || !isNamed(between ?? compared ?? begun, keys.range))
    throw invalid('a condition names no key');
  checkKeyValue(values[hash], { name: keys.hash, type: 'HASH' }, 'S');
  const value = (name: string | undefined): string | undefined => {
    if (name === undefined) return undefined;
    checkKeyValue(values[name], { name: keys.range ?? '', type: 'RANGE' }, 'S');
    return String(values[name]);
  };
  const start = value(prefix);
  if (start !== undefined) return { hash: String(values[hash]), bounds: [start, endOf(start)] };
  const one = value(bound);
  const first = value(from) ?? (operator === '>=' ? one : undefined);
  const last = value(through) ?? (operator === '<=' ? one : undefined);
  if (first !== undefined && last !== undefined && isBefore(last, first))
    throw invalid('a range ends before it begins');
  return { hash: String(values[hash]), bounds: [first, last] };
};

const queriedOf = (table: Table, { IndexName: name }: QueryInput): Queried => {
  const index = name === undefined ? undefined : table.indexes.get(name);
  if (name !== undefined && !index) throw new Error(`no index ${name}`);
  return { table, index };
};

/** The items of a range with their positions, in order. */
const candidatesOf = (
  { table, index }: Queried,
  { hash, bounds }: Bounds,
  { now, isEventual }: { now: number; isEventual: boolean },
): [position: string, item: Item][] => {
  if (index) return index.between(hash, bounds, now);
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
  const queried = queriedOf(table, input);
  const { index } = queried;
  const { hash, bounds } = boundsOf(input, queried);
  const [, through] = bounds;
  const between = (range: typeof bounds): string | undefined =>
    index ? index.between(hash, range, now)[0]?.[0] : table.presentBetween(hash, range);
  const found = between(bounds) !== undefined;
  const beyond = through === undefined ? undefined : between([`${through}\u0002`, undefined]);
  return { found, beyond, through, isSettled: index?.isSettled ?? true };
};

const keyNamesOf = ({ table, index }: Queried): ReadonlySet<string> =>
  new Set([table.hash, table.range, index?.hash, index?.range].filter((name) => name !== undefined));

/** Whether nothing of a table's range is behind an item, because its sort key is the last one that the condition allows. */
const isEnd = (
  key: Item,
  { table, index }: Queried,
  { bounds: [from, through], isBackward }: Direction,
): boolean => !index && table.range !== undefined && key[table.range] === (isBackward ? from : through);

/**
 * Finds where a page begins.
 * @throws the refusal of a start that is no key of the range, or the last one.
 */
const startOf = (key: Item, queried: Queried, direction: Direction): string => {
  const { hash, bounds } = direction;
  const { table, index } = queried;
  checkAttributes(key, keyNamesOf(queried));
  table.checkItem(key);
  const keys = keysOf(queried);
  const at = String(keys.range === undefined ? '' : key[keys.range]);
  const [from, through] = bounds;
  const isOutside =
    key[keys.hash] !== hash ||
    (from !== undefined && isBefore(at, from)) ||
    (through !== undefined && isBefore(through, at));
  if (isOutside || isEnd(key, queried, direction)) throw invalid('the start is outside of the range');
  return index ? index.positionOf(key) : at;
};

/** Answers a query with one page. @param isPartial cuts the page short, as the database may at any time. */
export const query = (
  database: Database,
  input: QueryInput,
  { scheduler, isPartial }: { scheduler: DatabaseTime; isPartial: boolean },
): Page => {
  const queried = queriedOf(database.table(input.TableName), input);
  if (queried.index && input.ConsistentRead === true) throw invalid('no index is read consistently');
  const isBackward = input.ScanIndexForward === false;
  const range = { ...boundsOf(input, queried), isBackward };
  const start = input.ExclusiveStartKey && startOf(input.ExclusiveStartKey, queried, range);
  const isEventual = !queried.index && database.isEventual(input.ConsistentRead);
  const candidates = candidatesOf(queried, range, { now: scheduler.now, isEventual });
  if (isBackward) candidates.reverse();
  const isBehind = (position: string): boolean =>
    start === undefined || (isBackward ? isBefore(position, start) : isBefore(start, position));
  const rest = candidates.filter(([position]) => isBehind(position)).map(([, item]) => item);
  const { Limit: limit } = input;
  const most = isPartial
    ? 1 + scheduler.draw(Math.max(1, Math.min(limit ?? rest.length, rest.length)))
    : undefined;
  const page = pageOf(rest, { limit, most, keyNames: keyNamesOf(queried) });
  const last = page.LastEvaluatedKey;
  return last && isEnd(last, queried, range) ? { Items: page.Items } : page;
};
