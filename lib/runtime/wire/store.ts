import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import { dynamoTokenStore } from '#adapters/dynamodb/token-store.ts';
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

export const wireStore = () => dynamoStore({ ...place(), random, sleep });
export const wireTokenStore = () => dynamoTokenStore(place());
