import { marshall } from '@aws-sdk/util-dynamodb';
import { toItem } from '#adapters/dynamodb/items.ts';
import { keyOf } from '#adapters/dynamodb/record-layouts.ts';
import type { Store } from '#ports/store.ts';
import { tables, type TableName } from '#ports/tables.ts';
import type { Change, RecordName, Records } from '@scangate/domain/record-changes';
import type { TablePlan } from '@scangate/emulator-aws/template/cloud-plan';
import { readUnits, writtenItem } from './capacity.ts';
import { itemBytes, type StoredItem } from './item-size.ts';

/** Counts the requests to a store, and the units that DynamoDB would charge for them. */
export interface CountedRequests {
  reads: number;
  /** The items that reads returned. */
  items: number;
  readUnits: number;
  writes: number;
  writeUnits: number;
}

const attribute = (name: string) => ({ name, type: 'HASH' });

const planOf = (name: TableName): TablePlan => ({
  name,
  attributes: [],
  keys: [attribute('pk'), attribute('sk')],
  indexes: Object.entries(tables[name].indexes).map(([index, { partition, sort, projection }]) => ({
    name: index,
    keys: [attribute(partition), attribute(sort)],
    projection: { ProjectionType: projection === 'all' ? 'ALL' : 'KEYS_ONLY' },
  })),
});

const stored = (plain: object): StoredItem =>
  // The two declare the same JSON in different types.
  marshall(plain, { removeUndefinedValues: true }) as unknown as StoredItem;

const itemOf = (record: RecordName, value: unknown): StoredItem | undefined =>
  value === undefined ? undefined : stored(toItem(record, value as Records[RecordName]));

const sizeOf = (record: RecordName, value: unknown): number => {
  const item = itemOf(record, value);
  return item ? itemBytes(item) : 0;
};

const idOf = (change: Change): never => (change.change === 'insert' ? change.item : change.id) as never;

/** Counts what a store in memory is asked, by the sizes that the items have in DynamoDB. */
export const countedStore = (store: Store, recordOfList: Readonly<Record<string, RecordName>>) => {
  const counted: CountedRequests = { reads: 0, items: 0, readUnits: 0, writes: 0, writeUnits: 0 };
  const read = (sizes: readonly number[], consistent = false): void => {
    counted.reads += 1;
    counted.items += sizes.length;
    counted.readUnits += readUnits(
      sizes.reduce((sum, size) => sum + size, 0),
      consistent,
    );
  };
  const counting: Store = {
    ...store,
    get: async (record, id, options) => {
      const found = await store.get(record, id, options);
      read([sizeOf(record, found)], options?.consistent);
      return found;
    },
    load: async (refs, options) => {
      const found = await store.load(refs, options);
      for (const [index, ref] of refs.entries())
        read([sizeOf(ref.record, (found as unknown[])[index])], options?.consistent);
      return found;
    },
    list: async (list, owner, page) => {
      const answer = await store.list(list, owner, page);
      const record = recordOfList[list];
      if (!record) throw new Error(`the record of ${list} is not known`);
      read(
        answer.items.map((item) => sizeOf(record, item)),
        page?.consistent,
      );
      return answer;
    },
    listDue: store.listDue,
    commit: async (changes) => {
      const look = () => Promise.all(changes.map((change) => store.get(change.record, idOf(change))));
      const before = await look();
      const failed = await store.commit(changes);
      const after = await look();
      counted.writes += 1;
      for (const [index, change] of changes.entries()) {
        const { record } = change;
        const images = { before: itemOf(record, before[index]), after: itemOf(record, after[index]) };
        const { table, key } = keyOf(record, idOf(change));
        const written = { key: stored(key), ...images };
        const { units, indexUnits } = writtenItem(planOf(table), written, changes.length > 1);
        counted.writeUnits += units + indexUnits;
      }
      return failed;
    },
  };
  return { store: counting, counted };
};
