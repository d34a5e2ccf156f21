import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { randomBytes, randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import { createTables } from '@scangate/emulator-aws/dynamodb/create-tables';
import type { Database } from '@scangate/emulator-aws/dynamodb/database-process';
import { tablePlan } from '#local/restore-drill/table-plans.ts';
import { tables, type TableName } from '#ports/tables.ts';
import type { Store } from '#ports/store.ts';

export interface TestDatabase {
  client: DynamoDBDocumentClient;
  store: Store;
  stop(): void;
}

/** Part of the DynamoDB Local of all tests, under an access key id of its own, which keeps tables apart. */
export const partOfSharedDatabase = async (): Promise<Database> => ({
  url: await urlOfSharedDatabase(),
  accessKeyId: randomBytes(10).toString('hex'),
  stop: async () => {},
});

const urlOfSharedDatabase = async (): Promise<string> => {
  const answer = await fetch(inject('sharedDatabase'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
};

/** Creates the service's tables in a part of the shared database. */
export const startTestDatabase = async (): Promise<TestDatabase> => {
  const database = await partOfSharedDatabase();
  const { url, accessKeyId } = database;
  await createTables(
    database,
    (Object.keys(tables) as TableName[]).map((table) => tablePlan(table)),
  );
  const plain = new DynamoDBClient({
    endpoint: url,
    region: 'local',
    credentials: { accessKeyId, secretAccessKey: 'local' },
  });
  const client = DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } });
  return {
    client,
    store: dynamoStore({
      client,
      tableName: (name) => name,
      random: () => 0.5,
      uuid: randomUUID,
      sleep: async () => undefined,
    }),
    stop: () => plain.destroy(),
  };
};
