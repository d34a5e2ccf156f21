/** Measures what the console asks of a browser: `npm run bench:console` prints a table and writes bench-console.json. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureFindings } from '#test/bench/console/findings.ts';
import { measureHidden } from '#test/bench/console/hidden.ts';
import { measureLedger } from '#test/bench/console/ledger.ts';
import { measurePages } from '#test/bench/console/pages.ts';
import { measureRows } from '#test/bench/console/rows.ts';
import { overLimit, type Figure } from '#test/bench/figures.ts';
import { formatTable } from '#test/bench/format-table.ts';
import { startOwnConsoleWorld, stopConsoleWorld } from '#test/support/console/console-world.ts';
import { newSampleOrganization } from '#test/support/console/sample-organization.ts';

// Lambda runs in UTC.
process.env['TZ'] = 'UTC';

const figures: Figure[] = [];
const tell = (some: readonly Figure[]) => {
  figures.push(...some);
  console.log(`${formatTable(some)}\n`);
};

await startOwnConsoleWorld();
try {
  const organization = await newSampleOrganization();
  const measures = [measurePages, measureFindings, measureRows, measureLedger, measureHidden];
  for (const measure of measures) tell(await measure(organization));
  const over = overLimit(figures);
  const report = { measuredAt: new Date().toISOString(), node: process.version, over, figures };
  const path = join(import.meta.dirname, '..', 'bench-console.json');
  writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`);
  console.log(over.length === 0 ? 'Everything is within its limit.' : `Over the limit:\n${over.join('\n')}`);
  process.exitCode = over.length === 0 ? 0 : 1;
} finally {
  await stopConsoleWorld();
}
