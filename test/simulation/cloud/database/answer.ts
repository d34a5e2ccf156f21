import type { Scheduler } from '#test/simulation/scheduler/scheduler.ts';
import { readsInParts } from '../boundary.ts';
import type { Database, Write, WriteKind } from './database.ts';
import { compileCondition } from './expressions.ts';
import { query } from './query.ts';
import type { Item } from './values.ts';

export interface BatchInput {
  RequestItems: Record<string, { Keys: Item[]; ConsistentRead?: boolean }>;
}
type TransactInput = { TransactItems: Partial<Record<WriteKind, Write>>[] };
interface Request {
  operation: string;
  input: unknown;
  /** Whether it gets a part of its page by a fault. */
  isPartial: boolean;
}

/** The share of reads that the database leaves a part of for another one. */
const partialShare = 0.01;

const writesOf = ({ TransactItems }: TransactInput): [WriteKind, Write][] =>
  TransactItems.flatMap((item) => Object.entries(item) as [WriteKind, Write][]);

/** Reads keys, and leaves some of them unread now and then. */
const batchGet = (
  database: Database,
  { RequestItems }: BatchInput,
  { scheduler, isPartial }: { scheduler: Scheduler; isPartial: boolean },
): object => {
  const Responses: Record<string, Item[]> = {};
  const UnprocessedKeys: BatchInput['RequestItems'] = {};
  for (const [table, { Keys, ConsistentRead }] of Object.entries(RequestItems)) {
    const read = isPartial && Keys.length > 1 ? Keys.slice(0, 1 + scheduler.draw(Keys.length - 1)) : Keys;
    const found = read.map((key) => database.read(table, key, ConsistentRead));
    Responses[table] = found.filter((item) => item !== undefined);
    const rest = Keys.slice(read.length);
    if (rest.length > 0)
      UnprocessedKeys[table] = { Keys: rest, ...(ConsistentRead !== undefined && { ConsistentRead }) };
  }
  return { Responses, UnprocessedKeys };
};

interface ScanInput {
  TableName: string;
  FilterExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
}

/** Reads a whole table in one page. */
const scan = (database: Database, input: ScanInput): object => {
  const { TableName, FilterExpression: filter } = input;
  const bindings = {
    names: input.ExpressionAttributeNames ?? {},
    values: input.ExpressionAttributeValues ?? {},
  };
  const isWanted = filter === undefined ? () => true : compileCondition(filter);
  const found = [...database.table(TableName).items()].filter((item) => isWanted(item, bindings));
  return { Items: found };
};

/** Answers a call of the client of the database. */
export const answerDatabase = (
  database: Database,
  { operation, input, isPartial: isFaulty }: Request,
  scheduler: Scheduler,
): unknown => {
  const isPartial = isFaulty || (readsInParts.has(operation) && scheduler.random() < partialShare);
  if (operation === 'BatchGet') return batchGet(database, input as BatchInput, { scheduler, isPartial });
  if (operation === 'Query') return query(database, input as never, { scheduler, isPartial });
  if (operation === 'Scan') return scan(database, input as ScanInput);
  if (operation === 'TransactWrite') return database.transact(writesOf(input as TransactInput));
  const { TableName, Key, ConsistentRead } = input as {
    TableName: string;
    Key: Item;
    ConsistentRead?: boolean;
  };
  if (operation === 'Get') return { Item: database.read(TableName, Key, ConsistentRead) };
  const after = database.writeOne(operation as WriteKind, input as Write);
  return (input as Write).ReturnValues === 'ALL_NEW' ? { Attributes: after } : {};
};
