/** `npm run restore:drill`: practices a restore on DynamoDB Local, and exits with 1 when something did not come back. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreDrill } from '#local/drill/restore-drill.ts';
import { startDatabase } from '@scangate/emulator-aws/dynamodb/database-process';
import { openDataFolder } from '@scangate/emulator-host/data-folder';

const folder = mkdtempSync(join(tmpdir(), 'scangate-drill-'));
const database = await startDatabase(await openDataFolder(folder));
const client = new DynamoDBClient({
  endpoint: database.url,
  region: 'local',
  credentials: { accessKeyId: database.accessKeyId, secretAccessKey: 'local' },
});
try {
  const { copies, violations, ok, ...checked } = await restoreDrill({ database, client, folder });
  for (const [table, { exported, restored }] of Object.entries(copies))
    console.log(`${table}: ${exported.items} items exported, ${restored.items} restored`);
  console.log(`checked: ${JSON.stringify(checked)}`);
  for (const violation of violations) console.log(`wrong: ${violation}`);
  console.log(ok ? 'The restored tables are what was exported, and add up.' : 'The restore is not complete.');
  process.exitCode = ok ? 0 : 1;
} finally {
  client.destroy();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
