import { randomUUID } from 'node:crypto';
import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import type { Store } from '#ports/store.ts';
import type { TableName } from '#ports/tables.ts';
import type { BenchService } from './service.ts';

const variables: Record<TableName, string> = {
  Core: 'CORE_TABLE',
  Ledger: 'LEDGER_TABLE',
  Tokens: 'TOKENS_TABLE',
};

interface Tables {
  client: DynamoDBDocumentClient;
  tableName: (table: TableName) => string;
  close(): void;
}

/** Opens the tables of the service; requests to them are recorded under this name. */
export const openTables = ({ cloud, recorder }: BenchService, caller: string): Tables => {
  const { environment, plan } = cloud;
  const client = new DynamoDBClient({
    endpoint: recorder.environmentOf(caller)['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
    userAgentAppId: caller,
    region: environment['AWS_REGION'] ?? '',
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  const nameOf = (table: TableName): string =>
    plan.functions.map((fn) => fn.environment[variables[table]]).find((name) => name !== undefined) ?? '';
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    tableName: nameOf,
    close: () => client.destroy(),
  };
};

/** Opens the service's store on its tables; its requests are recorded under this name. */
export const openStore = (service: BenchService, caller: string): Store & { close(): void } => {
  const { close, ...tables } = openTables(service, caller);
  const random = () => 0.5;
  const store = dynamoStore({ ...tables, random, uuid: randomUUID, sleep: async () => undefined });
  return { ...leasedStore(store, { random, uuid: randomUUID }), close };
};
