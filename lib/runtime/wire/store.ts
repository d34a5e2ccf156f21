import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoOrganizationRows } from '#adapters/dynamodb/offboarding/organization-rows.ts';
import { dynamoLoader, dynamoStore } from '#adapters/dynamodb/store.ts';
import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { dynamoTokenStore } from '#adapters/dynamodb/token-store.ts';
import { installBackoff } from '#ports/backoff.ts';
import type { TableName } from '#ports/tables.ts';
import { env } from '../env.ts';
import { sleep } from '../clock.ts';
import { ids, random } from '../ids.ts';

const variables = { Core: 'CORE_TABLE', Ledger: 'LEDGER_TABLE', Tokens: 'TOKENS_TABLE' } as const;

/** Returns the name of a table in the deployment. */
export const deployedTableName = (table: TableName): string => env(variables[table]);

const location = () => ({
  client: DynamoDBDocumentClient.from(new DynamoDBClient(), {
    marshallOptions: { removeUndefinedValues: true },
  }),
  tableName: deployedTableName,
});

/** A commit may conflict, so the waits between retries are installed where the store is wired. */
export const wireStore = () => {
  const { uuid } = ids;
  installBackoff({ random, sleep });
  return leasedStore(dynamoStore({ ...location(), random, uuid, sleep }), { random, uuid });
};
export const wireOrganizationRows = () => dynamoOrganizationRows(location());
/** Loads records by their keys only. */
export const wireLoader = () => dynamoLoader({ ...location(), random, sleep });
export const wireTokenStore = () => dynamoTokenStore(location());

/** The maximum number of active scans of an organization. */
export const activeScanLimit = () => Number(env('ACTIVE_SCANS'));
