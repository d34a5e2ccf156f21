import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '@scangate/emulator-aws/dynamodb/database-process';
import type { Store } from '#ports/store.ts';
import type { TableName } from '#ports/tables.ts';
import { checkRestored, type RestoredState } from './check-restored.ts';
import { openAccount, tableNames, type DrillAccount } from './drill-account.ts';
import { openBuckets, type DrillBuckets } from './drill-buckets.ts';
import {
  adjustDrillCredits,
  adjustmentsSinceRestore,
  drillHours,
  sealDrillPools,
  writeDrillData,
  type DrillData,
} from './drill-data.ts';
import { eraseIn, eraseRestored } from './erase-restored.ts';
import { forgetRestored, removeAddress } from './forget-restored.ts';
import { continueRestored, sealSinceBackup } from './lost-seals.ts';
import { readServing, switchOver } from './switch-over.ts';
import { exportTable, importTable, tableSize, type CopySize } from './table-copies.ts';

interface DrillOptions {
  database: Pick<Database, 'url' | 'accessKeyId'>;
  /** The folder for the exports, the objects and the key. */
  folder: string;
  /** Runs before the backup; a test adds data to the organization that is to be erased. */
  beforeBackup?: ((store: Store, leaving: string) => Promise<unknown>) | undefined;
  /** Runs after the erasure in the restored tables; a test inspects them. */
  afterErasure?: ((client: DynamoDBDocumentClient) => Promise<unknown>) | undefined;
  /** Runs between the restore and its check; a test breaks something here. */
  afterRestore?: ((client: DynamoDBDocumentClient) => Promise<unknown>) | undefined;
}

export interface DrillResult extends RestoredState {
  /** For each table: what was exported, and what the restored table had before anything was erased in it. */
  copies: Record<string, { exported: CopySize; restored: CopySize }>;
  /** The organizations that were erased again. */
  erasedAgain: string[];
  /** The people whose address was removed again. */
  forgottenAgain: string[];
  /** The deployment whose tables the service uses in the end. */
  serving: string;
  /** The number of ledgers that continue after a signed restoration. */
  continued: number;
  /** The number of seals that were signed after the switch. */
  sealedSince: number;
  ok: boolean;
}

interface Drill extends DrillOptions {
  live: DrillAccount;
  other: DrillAccount;
  buckets: DrillBuckets;
}

const [backupAt, erasedAt, restoredAt, endsAt] = [15, 50, 60, 90].map(drillHours) as [Date, Date, Date, Date];

/** Copies every table of the lost account into the other one. */
const copyTables = async ({ live, other, folder }: Drill, sinceBackup: () => Promise<void>) => {
  const fileOf = (table: string) => join(folder, `${table}.json.gz`);
  const copies: DrillResult['copies'] = {};
  const exported = new Map<TableName, CopySize>();
  await Promise.all(
    tableNames.map(async (table) =>
      exported.set(table, await exportTable(live.client, live.tableName(table), fileOf(table))),
    ),
  );
  await sinceBackup();
  await Promise.all(
    [...exported].map(async ([table, size]) => {
      const name = other.tableName(table);
      await importTable(other.client, fileOf(table), name);
      copies[table] = { exported: size, restored: await tableSize(other.client, name) };
    }),
  );
  return copies;
};

const checkTables = ({ other, buckets }: Drill, { key }: DrillData): Promise<RestoredState> => {
  const restored = { core: other.tableName('Core'), ledger: other.tableName('Ledger') };
  return checkRestored(other.documents, restored, { keys: [key], statements: buckets.sealStore });
};

/** The service continues with the restored tables: it books, seals, and extends the signed chain. */
const goOn = async ({ other, buckets }: Drill, { staying }: DrillData): Promise<number> => {
  const ports = { store: other.store, sealStore: buckets.sealStore };
  const range = { from: adjustmentsSinceRestore, to: adjustmentsSinceRestore + 3 };
  const signed = await Promise.all(
    staying.map(async (organizationId) => {
      await adjustDrillCredits(organizationId, other.store, range);
      return sealDrillPools(organizationId, ports, endsAt);
    }),
  );
  return signed.reduce((sum, count) => sum + count, 0);
};

const practice = async (drill: Drill): Promise<DrillResult> => {
  const { live, other, buckets, database, folder } = drill;
  const { sealStore } = buckets;
  const data = await writeDrillData({ store: live.store, sealStore });
  await drill.beforeBackup?.(live.store, data.leaving);
  switchOver(folder, { accessKeyId: database.accessKeyId, deployment: 'drill' });
  const copies = await copyTables(drill, async () => {
    await sealSinceBackup(data.staying, { store: live.store, sealStore });
    await removeAddress(data.staying[0] ?? '', { account: live, sealStore, now: erasedAt });
    await eraseIn(data.leaving, { account: live, sealStore, now: erasedAt });
  });
  await drill.afterRestore?.(other.documents);
  const state = await checkTables(drill, data);
  const violations = [...state.violations];
  if (Object.values(copies).some(({ exported, restored }) => exported.digest !== restored.digest))
    violations.push('a restored table is not what was exported');
  const continued = await continueRestored(backupAt, { store: other.store, sealStore }, restoredAt);
  violations.push(...continued.refused);
  const again = await eraseRestored(backupAt.toISOString(), { account: other, sealStore, now: restoredAt });
  const forgotten = await forgetRestored(backupAt.toISOString(), {
    account: other,
    sealStore,
    now: restoredAt,
  });
  await drill.afterErasure?.(other.documents);
  if (again.left > 0) violations.push(`${again.left} rows still name an organization that was erased`);
  if (forgotten.left > 0) violations.push(`${forgotten.left} rows have an address that was removed`);
  let sealedSince = 0;
  if (violations.length === 0) {
    switchOver(folder, { accessKeyId: other.accessKeyId, deployment: 'restored' });
    sealedSince = await goOn(drill, data);
    const served = await checkTables(drill, data);
    violations.push(...served.violations, ...served.lost);
  }
  return {
    ...state,
    violations,
    copies,
    erasedAgain: again.organizations,
    forgottenAgain: forgotten.people,
    continued: continued.ledgers,
    serving: readServing(folder).deployment,
    sealedSince,
    ok: violations.length === 0,
  };
};

/**
 * Practices the loss of an account on an empty database: writes data by the rules of the service, exports the
 * tables, seals more and erases an organization, restores the tables in another account, checks them, states the
 * restoration of the ledgers that lost seals, repeats the erasures and removals of addresses since the backup, switches the service to the
 * restored tables if nothing is wrong, and continues with them (docs/runbook/restoring.md).
 */
export const restoreDrill = async (options: DrillOptions): Promise<DrillResult> => {
  const { database, folder } = options;
  const buckets = await openBuckets(join(folder, 'buckets'), ['drill', 'restored']);
  const live = await openAccount(database, { deployment: 'drill', buckets });
  // DynamoDB Local hides its tables from other access keys.
  const address = { url: database.url, accessKeyId: randomBytes(20).toString('hex') };
  const other = await openAccount(address, { deployment: 'restored', buckets });
  try {
    return await practice({ ...options, live, other, buckets });
  } finally {
    live.client.destroy();
    other.client.destroy();
    await buckets.close();
  }
};
