import { readsInParts } from '../boundary.ts';
import { bindingsOf, type Expressed } from './bindings.ts';
import type { Database, DatabaseTime, Write, WriteKind } from './database.ts';
import { compileCondition } from './expressions.ts';
import { invalid, limits } from './limits.ts';
import { pageOf, type Page } from './pages.ts';
import { query } from './query.ts';
import type { Table } from './table.ts';
import { bytesOf, type Item } from './values.ts';

export interface BatchInput {
  RequestItems: Record<string, { Keys: Item[]; ConsistentRead?: boolean }>;
}
type TransactInput = { TransactItems: Partial<Record<WriteKind, Write>>[]; ClientRequestToken?: string };
interface Request {
  operation: string;
  input: unknown;
  /** Whether it gets a part of its page by a fault. */
  isPartial: boolean;
}

const nothing: Item = {};

/** The share of reads that the database leaves a part of for another one. */
const partialShare = 0.01;

const writesOf = ({ TransactItems }: TransactInput): [WriteKind, Write][] =>
  TransactItems.flatMap((item) => Object.entries(item) as [WriteKind, Write][]);

const differentKeys = (table: Table, keys: readonly Item[]): number => {
  const different = new Set<string>();
  for (const key of keys) {
    const [hash, range] = table.keyOf(key);
    different.add(`${hash.length} ${hash}${range}`);
  }
  return different.size;
};

/** The number of items of any size that fit in a batch. */
const alwaysFitting = Math.floor(limits.batchBytes / limits.itemBytes);

const keyCount = ({ RequestItems }: BatchInput): number =>
  Object.values(RequestItems).reduce((sum, { Keys }) => sum + Keys.length, 0);

/** Checks a batch by itself. @throws its refusal. */
const checkBatch = (database: Database, input: BatchInput): void => {
  const requests = Object.entries(input.RequestItems);
  const count = keyCount(input);
  if (requests.some(([, { Keys }]) => Keys.length === 0)) throw invalid('a batch without keys');
  if (count === 0 || count > limits.batchKeys) throw invalid(`a batch of ${count} keys`);
  for (const [name, { Keys }] of requests) {
    const table = database.table(name);
    for (const key of Keys) table.checkKey(key);
    if (Keys.length > 1 && differentKeys(table, Keys) < Keys.length)
      throw invalid('a batch names a key twice');
  }
};

/** Reads keys, up to 16 megabytes, and leaves some of them unread now and then. */
const batchGet = (
  database: Database,
  input: BatchInput,
  { scheduler, isPartial }: { scheduler: DatabaseTime; isPartial: boolean },
): object => {
  checkBatch(database, input);
  const Responses: Record<string, Item[]> = {};
  const UnprocessedKeys: BatchInput['RequestItems'] = {};
  const countOf = keyCount(input) > alwaysFitting ? bytesOf : () => 0;
  let bytesLeft: number = limits.batchBytes;
  for (const [table, { Keys, ConsistentRead }] of Object.entries(input.RequestItems)) {
    const wanted = isPartial && Keys.length > 1 ? 1 + scheduler.draw(Keys.length - 1) : Keys.length;
    const found: Item[] = [];
    const left: Item[] = [];
    for (const [index, key] of Keys.entries()) {
      const item = index < wanted ? database.read(table, key, ConsistentRead) : undefined;
      const isRead = index < wanted && countOf(item ?? nothing) <= bytesLeft;
      if (!isRead) left.push(key);
      else if (item) {
        found.push(item);
        bytesLeft -= countOf(item);
      }
    }
    Responses[table] = found;
    if (left.length > 0)
      UnprocessedKeys[table] = { Keys: left, ...(ConsistentRead !== undefined && { ConsistentRead }) };
  }
  return { Responses, UnprocessedKeys };
};

interface ScanInput extends Expressed {
  TableName: string;
  ExclusiveStartKey?: Item;
  Limit?: number;
}

/** Reads a page of a table. What a filter leaves out counts for the size of the page. */
const scan = (database: Database, input: ScanInput): Page => {
  const table = database.table(input.TableName);
  const { FilterExpression: filter, ProjectionExpression: projection, ExclusiveStartKey: start } = input;
  const bindings = bindingsOf(input);
  if (start) table.checkKey(start);
  const keyNames = new Set(Object.keys(table.keyItem(nothing)));
  const { Items, ...rest } = pageOf(table.itemsAfter(start), { limit: input.Limit, keyNames });
  const found =
    filter === undefined ? Items : Items.filter((item) => compileCondition(filter)(item, bindings));
  if (projection === undefined) return { Items: found, ...rest };
  const shown = projection.split(',').map((name) => bindings.names[name.trim()] ?? name.trim());
  const projected = (item: Item): Item =>
    Object.fromEntries(shown.filter((name) => name in item).map((name) => [name, item[name]]));
  return { Items: found.map(projected), ...rest };
};

/** Answers a call of the client of the database. */
export const answerDatabase = (
  database: Database,
  { operation, input, isPartial: isFaulty }: Request,
  scheduler: DatabaseTime,
): unknown => {
  const isPartial = isFaulty || (readsInParts.has(operation) && scheduler.random() < partialShare);
  if (operation === 'BatchGet') return batchGet(database, input as BatchInput, { scheduler, isPartial });
  if (operation === 'Query') return query(database, input as never, { scheduler, isPartial });
  if (operation === 'Scan') return scan(database, input as ScanInput);
  if (operation === 'TransactWrite') {
    const transaction = input as TransactInput;
    return database.transact(writesOf(transaction), transaction.ClientRequestToken);
  }
  const { TableName, Key, ConsistentRead } = input as {
    TableName: string;
    Key: Item;
    ConsistentRead?: boolean;
  };
  if (operation === 'Get') return { Item: database.read(TableName, Key, ConsistentRead) };
  const after = database.writeOne(operation as WriteKind, input as Write);
  return (input as Write).ReturnValues === 'ALL_NEW' ? { Attributes: after } : {};
};
