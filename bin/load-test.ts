/**
 * Runs a load on the local cloud (`npm run load`): 5,000 scans, 50 creations at a time. It exits with 1 when a scan does not
 * end, the ledger does not add up or the process grows. A scan takes more than a second of a processor here, so that one in
 * 20 completes and the others are canceled. LOAD_SCANS, LOAD_AT_ONCE and LOAD_ONE_COMPLETED_IN change the load.
 */
import { overLimit } from '#test/bench/figures.ts';
import { formatTable } from '#test/bench/format-table.ts';
import { loadFigures } from '#test/bench/load/load-figures.ts';
import { runLoad, usualLoad } from '#test/bench/load/load.ts';

// Lambda runs in UTC.
process.env['TZ'] = 'UTC';

const scans = Number(process.env['LOAD_SCANS'] ?? usualLoad.scans);
const atOnce = Number(process.env['LOAD_AT_ONCE'] ?? usualLoad.atOnce);
const oneCompletedIn = Number(process.env['LOAD_ONE_COMPLETED_IN'] ?? usualLoad.oneCompletedIn);
const options = { scans, atOnce, oneCompletedIn };
const outcome = await runLoad(options);

const shown = (counts: Map<string, number>): string =>
  [...counts].map(([what, count]) => `${count} × ${what}`).join(', ');
const { answers, statuses, seconds, memoryMb, audit } = outcome;
console.log(`answers: ${shown(answers)} in ${seconds.created.toFixed(0)} s`);
console.log(`scans: ${shown(statuses)}, the last after ${seconds.ended.toFixed(0)} s`);
console.log(
  `memory of the process: ${memoryMb.secondQuarter} MB in the second quarter, ${memoryMb.lastQuarter} MB in the last one`,
);
console.log(`ledger: ${audit.pools} pools`);
for (const violation of audit.violations) console.log(JSON.stringify(violation));
const figures = loadFigures(options, outcome);
console.log(formatTable(figures));
const isSound = overLimit(figures).length === 0;
console.log(isSound ? 'Every scan ended as it should, and the ledger adds up.' : 'Something is wrong.');
process.exitCode = isSound ? 0 : 1;
