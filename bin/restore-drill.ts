/** `npm run restore:drill`: practices a restore into another account of the local cloud, and exits with 1 when something did not come back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreDrill } from '#local/restore-drill/run-restore-drill.ts';
import { startDatabase } from '@scangate/emulator-aws/dynamodb/database-process';
import { openDataFolder } from '@scangate/emulator-host/data-folder';

const folder = mkdtempSync(join(tmpdir(), 'scangate-drill-'));
const database = await startDatabase(await openDataFolder(folder));
try {
  const {
    copies,
    violations,
    erasedAgain,
    forgottenAgain,
    continued,
    lost,
    serving,
    sealedSince,
    ok,
    ...checked
  } = await restoreDrill({
    database,
    folder,
  });
  for (const [table, { exported, restored }] of Object.entries(copies))
    console.log(`${table}: ${exported.items} items exported, ${restored.items} restored`);
  console.log(`checked: ${JSON.stringify(checked)}`);
  console.log(
    `ledgers that lack signed seals: ${lost.length}, continued by signed restorations: ${continued}`,
  );
  console.log(
    `erased again: ${erasedAgain.join(', ')}; addresses removed again of: ${forgottenAgain.join(', ')}`,
  );
  console.log(`the service uses the tables of: ${serving}; seals signed since: ${sealedSince}`);
  for (const violation of violations) console.log(`wrong: ${violation}`);
  console.log(
    ok ? 'The restored tables add up, and the service goes on with them.' : 'The restore is not complete.',
  );
  process.exitCode = ok ? 0 : 1;
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
