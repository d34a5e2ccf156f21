import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { sealLedgers } from '#app/billing/seal-ledger.ts';
import { purgeExpiredPayloads } from '#app/scans/purge-payloads.ts';
import { log } from '#runtime/log.ts';
import { later, noon, testIds, write } from '#test/support/world.ts';
import { openWorld, slowPorts, sweepLostScans } from '../models/jobs/jobs-at-scale.ts';

/** With JOBS_AT_SCALE=100000 the size that the service is made for: a million scans a day. It takes minutes. */
const organizations = Number(process.env['JOBS_AT_SCALE'] ?? 200);
const scansOfDay = 10 * organizations;
const lostScans = Math.min(10_000, scansOfDay);
const seed = Number(process.env['JOBS_SEED'] ?? Date.now() % 1_000_000);
const whole = 1_200_000;

const report: string[] = [];
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
afterAll(() => {
  vi.restoreAllMocks();
  process.stdout.write([`JOBS_AT_SCALE=${organizations} JOBS_SEED=${seed}`, ...report, ''].join('\n'));
});

/** Runs an hourly job until it is finished for the day. */
const runsOfDay = async (
  run: (at: Date) => Promise<{ result: { finished: boolean }; seconds: number }>,
): Promise<number[]> => {
  const runs: number[] = [];
  for (let hour = 0; hour < 12; hour++) {
    const { result, seconds } = await run(later(hour * 3_600));
    runs.push(seconds);
    if (result.finished) return runs;
  }
  throw new Error('a day is not enough');
};
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
  'the runs of a day purge what a day adds, also of one organization with much of it',
  { timeout: whole },
  async () => {
    const { store, world, add } = await openWorld(organizations);
    const finishedAt = later(-400 * 86_400).toISOString();
    // A twentieth belongs to one organization, up to what a list in memory sorts in time.
    const heavy = Math.min(5_000, scansOfDay / 20);
    for (let index = 0; index < scansOfDay; index++)
      await add(index < heavy ? 0 : index, { status: 'completed', finishedAt });
    const { slow, run } = slowPorts(seed);
    const ports = { store: slow(store), blobs: slow(world.blobs), log };
    let purged = 0;
    const runs = await runsOfDay(async (at) => {
      const outcome = await run(900, at, (context) => purgeExpiredPayloads(ports as never, context));
      purged += outcome.result.scans;
      return outcome;
    });
    report.push(`purge of ${scansOfDay} scans of ${organizations} organizations: ${shown(runs)}`);
    expect(purged).toBe(scansOfDay);
    expect(runs.length).toBeLessThanOrEqual(4);
  },
);

test('the runs of a day audit and seal every pool', { timeout: whole }, async () => {
  const { store, world, owners } = await openWorld(organizations);
  const at = later(-7_200).toISOString();
  for (const accountId of owners) {
    const pool = 'core' as const;
    const causes = Array.from({ length: 10 }, () => `consume#${testIds.scanId(noon)}#u`);
    await write(store, [
      { change: 'update', record: 'pool', id: { accountId, pool }, add: { available: -10, consumed: 10 } },
      ...causes.map((cause) => ({
        change: 'insert' as const,
        record: 'ledgerEntry' as const,
        item: { accountId, pool, cause, at, kind: 'consume' as const, amount: -1 },
      })),
    ]);
  }
  const { slow, run } = slowPorts(seed);
  const kept = new Map<string, Uint8Array>();
  const witness = {
    read: async (name: string) => kept.get(name),
    keep: async (name: string, content: Uint8Array) => void kept.set(name, content),
    sign: async () => 'signed',
    verify: async () => true,
  };
  const ports = {
    ...world,
    store: slow(store),
    witness: slow(witness),
    timer: { sleep: async () => {} },
    log,
  };
  const runs = await runsOfDay((now) =>
    run(600, now, (context) => sealLedgers(ports as never, { ...context, now: later(7_200) })),
  );
  report.push(`audit of ${2 * organizations} pools, ${scansOfDay} entries of the day: ${shown(runs)}`);
  const sealed = new Set(store.all('ledgerSeal').map((seal) => `${seal.accountId} ${seal.pool}`));
  expect(owners.filter((accountId) => !sealed.has(`${accountId} core`))).toEqual([]);
  expect(runs.length).toBeLessThanOrEqual(4);
});
