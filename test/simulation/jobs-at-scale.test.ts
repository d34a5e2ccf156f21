import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { seedOfDay } from '../support/runs/samples.ts';
import { auditOfDay, purgeOfDay, scansOf } from '../models/jobs/days-of-jobs.ts';
import { sweepLostScans } from '../models/jobs/jobs-at-scale.ts';

/** With JOBS_AT_SCALE=100000 the size that the service is made for: a million scans a day. It takes minutes. */
const organizations = Number(process.env['JOBS_AT_SCALE'] ?? 200);
const scansOfDay = scansOf({ organizations });
const lostScans = Math.min(10_000, scansOfDay);
const seed = Number(process.env['JOBS_SEED'] ?? seedOfDay);
const whole = 1_200_000;

const report: string[] = [];
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
afterAll(() => {
  vi.restoreAllMocks();
  process.stdout.write([`JOBS_AT_SCALE=${organizations} JOBS_SEED=${seed}`, ...report, ''].join('\n'));
});

const shown = (runs: readonly number[]): string =>
  runs.map((seconds) => `${seconds.toFixed(0)} s`).join(', ');

test(
  'one run sweeps 10,000 scans that lost their workflow: each is started or ended',
  { timeout: whole },
  async () => {
    const { seconds, ...swept } = await sweepLostScans({ organizations, lostScans, seed });
    report.push(`sweep of ${lostScans} scans: ${seconds.toFixed(0)} s of 300`);
    expect(swept).toEqual({ examined: lostScans, started: lostScans / 2, left: 0 });
    expect(seconds).toBeLessThan(150);
  },
);

test(
  'the runs of a day purge what a day adds, even from one organization with much of it',
  { timeout: whole },
  async () => {
    const { runs, calls, purged } = await purgeOfDay({ organizations, seed });
    report.push(
      `purge of ${scansOfDay} scans of ${organizations} organizations: ${shown(runs)}, ${calls} calls`,
    );
    expect(purged).toBe(scansOfDay);
    expect(runs.length).toBeLessThanOrEqual(4);
  },
);

test('the runs of a day prove and seal every pool, even the busiest one', { timeout: whole }, async () => {
  const { runs, calls, unproven, alarms, debits } = await auditOfDay({ organizations, seed });
  report.push(
    `audit of ${2 * organizations} pools, ${scansOfDay} entries of the day: ${shown(runs)}, ${calls} calls; ` +
      `debits meanwhile: ${debits.busiest} of the busiest pool, ${debits.others} of others`,
  );
  expect({ unproven, alarms }).toEqual({ unproven: [], alarms: [] });
  expect(debits.busiest).toBeGreaterThan(0);
  expect(runs.length).toBeLessThanOrEqual(4);
});
