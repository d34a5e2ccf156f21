import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import { organizationEraser } from '#adapters/dynamodb/offboarding/organization-eraser.ts';
import { areaPrefixes } from '#contract/blob-areas.ts';
import { createTables } from '@scangate/emulator-aws/dynamodb/create-tables';
import type { Database } from '@scangate/emulator-aws/dynamodb/database-process';
import type { Erasers } from '#ports/offboarding/eraser.ts';
import type { Store } from '#ports/store.ts';
import { tables, type TableName } from '#ports/tables.ts';
import type { DrillBuckets } from './drill-buckets.ts';
import { tablePlan } from './table-plans.ts';

export const tableNames = Object.keys(tables) as TableName[];

/** One account of the local cloud: its tables, named as in a deployment, and a bucket for its objects. */
export interface DrillAccount {
  accessKeyId: string;
  client: DynamoDBClient;
  documents: DynamoDBDocumentClient;
  store: Store;
  erasers: Erasers;
  tableName: (table: TableName) => string;
}

/** DynamoDB Local keeps tables apart by access key id, as AWS does by account. */
type AccountAddress = Pick<Database, 'url' | 'accessKeyId'>;

/** Opens the account with empty tables, whose names begin with the name of the deployment. */
export const openAccount = async (
  address: AccountAddress,
  { deployment, buckets }: { deployment: string; buckets: DrillBuckets },
): Promise<DrillAccount> => {
  const tableName = (table: TableName) => `${deployment}-${table}`;
  await createTables(
    address,
    tableNames.map((table) => tablePlan(table, tableName(table))),
  );
  const credentials = { accessKeyId: address.accessKeyId, secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: address.url, region: 'local', credentials });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  const sleep = (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs));
  const { s3 } = buckets;
  const prefixes = Object.values(areaPrefixes);
  const of = async (organizationId: string) =>
    organizationEraser(organizationId, { client: documents, tableName, s3, bucket: deployment, prefixes });
  return {
    accessKeyId: address.accessKeyId,
    client,
    documents,
    store: dynamoStore({ client: documents, tableName, random: Math.random, uuid: randomUUID, sleep }),
    erasers: { of },
    tableName,
  };
};
