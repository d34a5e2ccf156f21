import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import { dynamoTokenStore } from '#adapters/dynamodb/token-store.ts';
import { installBackoff } from '#ports/backoff.ts';
import type { TableName } from '#ports/tables.ts';
import { env } from '../env.ts';
import { random, sleep } from '../ids.ts';

const variables = { Core: 'CORE_TABLE', Ledger: 'LEDGER_TABLE', Tokens: 'TOKENS_TABLE' } as const;

const place = () => ({
  client: DynamoDBDocumentClient.from(new DynamoDBClient(), {
    marshallOptions: { removeUndefinedValues: true },
  }),
  tableName: (table: TableName) => env(variables[table]),
});

/** Whoever commits may meet a conflict, so the waits between tries are set where the store is wired. */
export const wireStore = () => {
  installBackoff({ random, sleep });
  return dynamoStore({ ...place(), random, sleep });
};
export const wireTokenStore = () => dynamoTokenStore(place());
