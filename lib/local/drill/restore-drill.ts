import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { join } from 'node:path';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import { createTables } from '@scangate/emulator-aws/dynamodb/create-tables';
import type { Database } from '@scangate/emulator-aws/dynamodb/database-process';
import { tables, type TableName } from '#ports/tables.ts';
import { checkRestored, type RestoredState } from './check-restored.ts';
import { writeDrillData } from './drill-data.ts';
import { exportTable, importTable, tableSize, type CopySize } from './table-copies.ts';
import { tablePlan } from './table-plans.ts';

interface DrillOptions {
  database: Pick<Database, 'url' | 'accessKeyId'>;
  client: DynamoDBClient;
  /** The folder that gets the exports. */
  folder: string;
  /** Runs between the restore and its check; a test breaks something here. */
  afterRestore?: (client: DynamoDBDocumentClient) => Promise<unknown>;
}

export interface DrillResult extends RestoredState {
  /** By table: what was exported, and what the restored table has. */
  copies: Record<string, { exported: CopySize; restored: CopySize }>;
  ok: boolean;
}

const names = Object.keys(tables) as TableName[];
const lived = (table: TableName) => `drill-${table}`;
const restored = (table: TableName) => `restored-${table}`;

/**
 * Practices a restore on an empty database: writes data by the rules of the service, exports the tables, restores them
 * under other names, and checks what came back (docs/runbook/restoring.md).
 */
export const restoreDrill = async ({
  database,
  client,
  folder,
  afterRestore,
}: DrillOptions): Promise<DrillResult> => {
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  await createTables(
    database,
    names.flatMap((table) => [tablePlan(table, lived(table)), tablePlan(table, restored(table))]),
  );
  const key = await writeDrillData(
    dynamoStore({
      client: documents,
      tableName: lived,
      random: Math.random,
      sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    }),
  );
  const copies: DrillResult['copies'] = {};
  for (const table of names) {
    const file = join(folder, `${table}.json.gz`);
    const exported = await exportTable(client, lived(table), file);
    await importTable(client, file, restored(table));
    copies[table] = { exported, restored: await tableSize(client, restored(table)) };
  }
  await afterRestore?.(documents);
  const state = await checkRestored(documents, { core: restored('Core'), ledger: restored('Ledger') }, [key]);
  const isSame = Object.values(copies).every((copy) => copy.exported.digest === copy.restored.digest);
  return { ...state, copies, ok: isSame && state.violations.length === 0 };
};
