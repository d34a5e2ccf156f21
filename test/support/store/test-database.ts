import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import { openDataFolder } from '@scangate/emulator-host/data-folder';
import { createTables } from '@scangate/emulator-aws/dynamodb/create-tables';
import { startDatabase } from '@scangate/emulator-aws/dynamodb/database';
import type { TablePlan } from '@scangate/emulator-aws/template/cloud-plan';
import { tables } from '#ports/tables.ts';
import type { Store } from '#ports/store.ts';

const key = (name: string, type: 'HASH' | 'RANGE') => ({ name, type });

const planOf = (name: keyof typeof tables): TablePlan => {
  const { sort, indexes } = tables[name];
  const indexKeys = Object.values(indexes).flatMap((index) => [index.partition, index.sort]);
  const attributes = new Set(['pk', ...(sort ? ['sk'] : []), ...indexKeys]);
  return {
    name,
    attributes: [...attributes].map((attribute) => ({ name: attribute, type: 'S' })),
    keys: [key('pk', 'HASH'), ...(sort ? [key('sk', 'RANGE')] : [])],
    indexes: Object.entries(indexes).map(([indexName, index]) => ({
      name: indexName,
      keys: [key(index.partition, 'HASH'), key(index.sort, 'RANGE')],
      projection: { ProjectionType: index.projection === 'all' ? 'ALL' : 'KEYS_ONLY' },
    })),
  };
};

export interface TestDatabase {
  client: DynamoDBDocumentClient;
  store: Store;
  stop(): Promise<void>;
}

/** Starts DynamoDB Local with the service's tables, in its own folder. */
export const startTestDatabase = async (): Promise<TestDatabase> => {
  const path = mkdtempSync(join(tmpdir(), 'scangate-test-'));
  const folder = await openDataFolder(path);
  const database = await startDatabase(folder);
  await createTables(database, (Object.keys(tables) as (keyof typeof tables)[]).map(planOf));
  const plain = new DynamoDBClient({
    endpoint: database.url,
    region: 'local',
    credentials: { accessKeyId: database.accessKeyId, secretAccessKey: 'local' },
  });
  const client = DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } });
  return {
    client,
    store: dynamoStore({
      client,
      tableName: (name) => name,
      random: () => 0.5,
      sleep: async () => undefined,
    }),
    stop: async () => {
      plain.destroy();
      await database.stop();
      await folder.release();
      rmSync(path, { recursive: true, force: true });
    },
  };
};
