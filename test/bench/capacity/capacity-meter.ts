import type { TablePlan } from '@scangate/emulator-aws/template/cloud-plan';
import { readUnits, writtenItem, type WrittenItem } from './capacity.ts';
import { itemBytes, type StoredItem } from './item-size.ts';

/** The capacity that one request to DynamoDB consumed. */
export interface ConsumedCapacity {
  readUnits: number;
  written: WrittenItem[];
}

interface Input {
  TableName?: string;
  Key?: StoredItem;
  Item?: StoredItem;
  ConsistentRead?: boolean;
  RequestItems?: Record<string, { Keys: StoredItem[]; ConsistentRead?: boolean }>;
  TransactItems?: Record<string, { TableName: string; Key?: StoredItem; Item?: StoredItem }>[];
}
interface Output {
  Item?: StoredItem;
  Items?: StoredItem[];
  Responses?: Record<string, StoredItem[]>;
}

interface Place {
  table: TablePlan;
  key: StoredItem;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const sizes = (items: readonly (StoredItem | undefined)[] = []): number[] =>
  items.map((item) => (item ? itemBytes(item) : 0));

/** A projection is charged like whole items, whose size the response does not show. */
const refuseParts = (input: object): void => {
  for (const name of ['ProjectionExpression', 'AttributesToGet', 'FilterExpression', 'Select'])
    if (Object.hasOwn(input, name)) throw new Error(`the units of a read with ${name} are not known`);
};

const batchUnits = ({ RequestItems = {} }: Input, { Responses = {} }: Output): number =>
  sum(
    Object.entries(RequestItems).map(([table, { Keys, ConsistentRead = false }]) => {
      const found = sizes(Responses[table]);
      const missing = Keys.slice(found.length).map(() => 0);
      return sum([...found, ...missing].map((bytes) => readUnits(bytes, ConsistentRead)));
    }),
  );

/** Computes the units of a read from its response. @throws Error for an unknown operation. */
const readUnitsOf = (operation: string, input: Input, output: Output): number => {
  refuseParts(input);
  const consistent = input.ConsistentRead ?? false;
  if (operation === 'GetItem') return readUnits(sum(sizes([output.Item])), consistent);
  if (operation === 'BatchGetItem') return batchUnits(input, output);
  if (operation === 'Query') return readUnits(sum(sizes(output.Items)), consistent);
  throw new Error(`the units of ${operation} are not known`);
};

const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);

/** Computes what DynamoDB would charge, from requests, responses and stored items. */
export const openCapacityMeter = (
  tables: readonly TablePlan[],
  ask: (operation: string, input: object) => Promise<unknown>,
) => {
  const tableOf = (name: string | undefined): TablePlan => {
    const table = tables.find((candidate) => candidate.name === name);
    if (!table) throw new Error(`no such table: ${name}`);
    return table;
  };

  const placeOf = (write: { TableName?: string; Key?: StoredItem; Item?: StoredItem }): Place => {
    const table = tableOf(write.TableName);
    const whole = write.Key ?? write.Item ?? {};
    const key = Object.fromEntries(table.keys.map(({ name }) => [name, whole[name] ?? {}]));
    return { table, key };
  };

  const placesOf = (operation: string, input: Input): Place[] =>
    operation === 'TransactWriteItems'
      ? (input.TransactItems ?? []).flatMap((item) => Object.values(item).map(placeOf))
      : [placeOf(input)];

  const look = async ({ table, key }: Place): Promise<StoredItem | undefined> =>
    ((await ask('GetItem', { TableName: table.name, Key: key, ConsistentRead: true })) as Output).Item;

  /** Forwards a request and returns the capacity that it consumed. */
  return async (
    operation: string,
    input: Input,
    forward: () => Promise<unknown>,
  ): Promise<ConsumedCapacity> => {
    if (!writes.has(operation))
      return { readUnits: readUnitsOf(operation, input, (await forward()) as Output), written: [] };
    const places = placesOf(operation, input);
    const before = await Promise.all(places.map(look));
    await forward();
    const after = await Promise.all(places.map(look));
    const transactional = operation === 'TransactWriteItems';
    return {
      readUnits: 0,
      written: places.map(({ table, key }, index) =>
        writtenItem(table, { key, before: before[index], after: after[index] }, transactional),
      ),
    };
  };
};

export type Meter = ReturnType<typeof openCapacityMeter>;
