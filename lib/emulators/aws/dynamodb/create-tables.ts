import { callDatabase, type DatabaseAddress } from './call-database.ts';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import type { TablePlan } from '../template/cloud-plan.ts';

/** Creates the declared tables that are missing. @throws StartFailure when a table exists with other keys. */
export const createTables = async (
  database: DatabaseAddress,
  tables: readonly TablePlan[],
): Promise<void> => {
  await Promise.all(
    tables.map(async (table) => {
      const found = await call(database, 'DescribeTable', { TableName: table.name });
      if (found.status === 200) return checkKeys(table, found.body);
      const created = await call(database, 'CreateTable', definition(table));
      if (created.status !== 200) {
        throw new StartFailure(`The table ${table.name} cannot be created: ${JSON.stringify(created.body)}`);
      }
    }),
  );
};

const keySchema = (keys: TablePlan['keys']) =>
  keys.map(({ name, type }) => ({ AttributeName: name, KeyType: type }));

const definition = (table: TablePlan) => ({
  TableName: table.name,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: table.attributes.map(({ name, type }) => ({
    AttributeName: name,
    AttributeType: type,
  })),
  KeySchema: keySchema(table.keys),
  ...(table.indexes.length > 0 && {
    GlobalSecondaryIndexes: table.indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index.keys),
      Projection: index.projection,
    })),
  }),
});

interface Description {
  Table?: { KeySchema?: unknown; GlobalSecondaryIndexes?: { IndexName: string }[] };
}

const checkKeys = (table: TablePlan, { Table }: Description): void => {
  const indexes = new Set(Table?.GlobalSecondaryIndexes?.map((index) => index.IndexName));
  const same =
    JSON.stringify(Table?.KeySchema) === JSON.stringify(keySchema(table.keys)) &&
    table.indexes.every((index) => indexes.has(index.name));
  if (!same) {
    throw new StartFailure(
      `The data folder holds the table ${table.name} with other keys or indexes than the template: ` +
        'move the folder away or delete it, then start again.',
    );
  }
};

const call = async (database: DatabaseAddress, operation: string, input: object) => {
  const { status, body } = await callDatabase(database, { operation, input });
  return { status, body: JSON.parse(body) as Description };
};
