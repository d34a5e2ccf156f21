/**
 * Runs a load on the local cloud (`npm run load`): 5,000 scans, 50 creations at a time. It exits with 1 when a scan does not
 * end, the ledger does not add up or the process grows. A scan takes more than a second of a processor here, so that one in
 * 20 completes and the others are cancelled. LOAD_SCANS, LOAD_AT_ONCE and LOAD_ONE_COMPLETED_IN change the load.
 */
import { runLoad } from '#test/bench/load/load.ts';

// Lambda runs in UTC.
process.env['TZ'] = 'UTC';

/** The memory of the service with all its workers; what one scan leaves behind would add up to more. */
const mostMb = 3_072;
const mostGrowth = 1.25;

const scans = Number(process.env['LOAD_SCANS'] ?? 5_000);
const atOnce = Number(process.env['LOAD_AT_ONCE'] ?? 50);
const oneCompletedIn = Number(process.env['LOAD_ONE_COMPLETED_IN'] ?? 20);
const { answers, statuses, seconds, memoryMb, audit } = await runLoad({ scans, atOnce, oneCompletedIn });

const shown = (counts: Map<string, number>): string =>
  [...counts].map(([what, count]) => `${count} × ${what}`).join(', ');
const growth = memoryMb.lastQuarter / memoryMb.secondQuarter;
console.log(`creations: ${shown(answers)} in ${seconds.created.toFixed(0)} s`);
console.log(`scans: ${shown(statuses)}, the last after ${seconds.ended.toFixed(0)} s`);
console.log(
  `memory of the process: ${memoryMb.peak} MB at most (limit ${mostMb}); ${memoryMb.secondQuarter} MB in the second quarter, ` +
    `${memoryMb.lastQuarter} MB in the last one: ${growth.toFixed(2)} × (limit ${mostGrowth})`,
);
console.log(`ledger: ${audit.pools} pools, ${audit.violations.length} violations`);
for (const violation of audit.violations) console.log(JSON.stringify(violation));
const completed = Math.ceil(scans / oneCompletedIn);
const isSound =
  statuses.get('completed') === completed &&
  (statuses.get('cancelled') ?? 0) === scans - completed &&
  audit.ok &&
  memoryMb.peak <= mostMb &&
  growth <= mostGrowth;
console.log(isSound ? 'Every scan ended as it should, and the ledger adds up.' : 'Something is wrong.');
process.exitCode = isSound ? 0 : 1;
