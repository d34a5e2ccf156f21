import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTables } from '@scangate/emulator-aws/dynamodb/create-tables';
import { startDatabase } from '@scangate/emulator-aws/dynamodb/database-process';
import { openDataFolder } from '@scangate/emulator-host/data-folder';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { tablePlan } from '#local/restore-drill/table-plans.ts';
import { listAll } from '#ports/store.ts';
import { tables, type TableName } from '#ports/tables.ts';
import { runLoadOn, type LoadedStore } from '#test/models/contention/busy-pool.ts';
import { contendedClient } from '#test/support/store/contended-client.ts';
import { testIds } from '#test/support/world.ts';
import type { Figure } from '../figures.ts';

const load = { seed: 1, credits: 100_000, perSecond: 400, seconds: 10 };

/** Runs something against tables of its own on DynamoDB Local. */
const withTables = async <T>(work: (client: DynamoDBDocumentClient) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-pool-'));
  const database = await startDatabase(await openDataFolder(folder));
  const { url: endpoint, accessKeyId } = database;
  const client = new DynamoDBClient({
    endpoint,
    region: 'local',
    credentials: { accessKeyId, secretAccessKey: 'local' },
  });
  try {
    const names = Object.keys(tables) as TableName[];
    await createTables(
      database,
      names.map((table) => tablePlan(table)),
    );
    return await work(
      DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    );
  } finally {
    client.destroy();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Measures 400 creations a second of one organization on DynamoDB Local, whose transactions are refused as DynamoDB refuses
 * them, in virtual time, through the adapter's own retries.
 */
export const busyPoolFigures = (): Promise<Figure[]> =>
  withTables(async (client) => {
    const plainOf = (given: DynamoDBDocumentClient, { random, sleep }: LoadTiming) =>
      dynamoStore({ client: given, tableName: (name) => name, random, uuid: randomUUID, sleep });
    const open = ({ time, random }: Parameters<Parameters<typeof runLoadOn>[0]>[0]): LoadedStore => {
      const { client: contended, counted } = contendedClient(client, time);
      const timing = { random, sleep: time.sleep };
      return { plain: plainOf(client, timing), contended: plainOf(contended, timing), counted };
    };
    const { answers, asked, counted, organizationId } = await runLoadOn(open, load);
    const store = leasedStore(plainOf(client, { random: Math.random, sleep: async () => {} }), {
      random: Math.random,
      uuid: testIds.uuid,
    });
    const pool = { accountId: organizationId, pool: 'core' } as const;
    const stored = await store.get('pool', pool, { consistent: true });
    const entries = await Array.fromAsync(listAll(store, { list: 'ledger', owner: pool }));
    const total = entries.reduce((sum, { amount }) => sum + amount, 0);
    const section = 'Pool on DynamoDB Local with the conflicts of DynamoDB';
    const what = '400 creations a second of one organization';
    const created = answers.get('201') ?? 0;
    return [
      { section, what, unit: 'attempts each', value: Math.round((100 * counted.writes) / asked) / 100 },
      { section, what, unit: 'refused with 503', value: asked - created },
      {
        section,
        what,
        unit: 'credits between balance and ledger',
        value: Math.abs((stored?.available ?? Number.NaN) - total),
        limit: 0,
        exactly: true,
      },
    ];
  });

interface LoadTiming {
  random(): number;
  sleep(ms: number): Promise<void>;
}
