import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { queueShard } from '@scangate/domain/due-queue';
import type { RunContext } from '#app/jobs/run-context.ts';
import type { Scan } from '@scangate/domain/records';
import { MemoryStore } from '#adapters/memory/store.ts';
import { sealLedgers } from '#app/billing/seal-ledger.ts';
import { purgeExpiredPayloads } from '#app/scans/purge-payloads.ts';
import { sweepDueScans } from '#app/scans/sweep-scans.ts';
import { log } from '#runtime/log.ts';
import { seededRandom, VirtualTime } from '#test/support/store/virtual-time.ts';
import { createdScan, workflowWorld } from '#test/support/scans/workflow.ts';
import { later, newOrganization, noon, testIds, write } from '#test/support/world.ts';

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

/** Usual latencies of a call, in milliseconds. */
const latencies = {
  load: 4,
  get: 3,
  list: 6,
  listDue: 6,
  commit: 10,
  remove: 20,
  start: 30,
  sign: 15,
  read: 15,
};

/** Ports whose calls take virtual time, drawn from the seed: most take their usual time, few take many times as long. */
const slowPorts = () => {
  const time = new VirtualTime();
  const random = seededRandom(seed);
  const slow = <P extends object>(port: P): P =>
    new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        const usual = latencies[name as keyof typeof latencies];
        if (typeof member !== 'function' || usual === undefined) return member;
        return async (...args: unknown[]): Promise<unknown> => {
          await time.sleep(usual * (0.5 - Math.log(1 - random()) / 2));
          return Reflect.apply(member, target, args);
        };
      },
    });
  /** Runs a job as its function does, which ends it before its time-out. */
  const run = async <T>(seconds: number, at: Date, job: (context: RunContext) => Promise<T>) => {
    const timeUp = new AbortController();
    const begun = time.now;
    let ended = false;
    void time.sleep(1000 * (seconds - 10)).then(() => ended || timeUp.abort());
    let end = begun;
    const result = job({ now: at, signal: timeUp.signal }).finally(() => {
      ended = true;
      end = time.now;
    });
    await time.pass();
    return { result: await result, seconds: (end - begun) / 1000 };
  };
  return { slow, run };
};

/** A store of organizations with repositories' scans, each made from one that was really created. */
const openWorld = async () => {
  const store = new MemoryStore();
  const world = workflowWorld(store);
  const { ref } = await createdScan(world, [['', 'npm']]);
  const template = store.all('scan').find(({ scanId }) => scanId === ref.scanId);
  if (!template) throw new Error('no scan was created');
  await store.commit([{ change: 'update', record: 'scan', id: ref, unset: ['dueQueue', 'dueAt'] }]);
  const owners: string[] = [];
  while (owners.length < organizations) owners.push((await newOrganization(store)).organizationId);
  const add = async (index: number, fields: Partial<Scan>): Promise<void> => {
    const organizationId = owners[index % owners.length] ?? '';
    const scanId = testIds.scanId(noon);
    const own = { organizationId, scanId, billingAccountId: organizationId, ...fields };
    const { dueQueue: _queue, dueAt: _due, dedupDigest: _digest, ...rest } = template;
    await write(store, [{ change: 'insert', record: 'scan', item: { ...rest, ...own } }]);
  };
  return { store, world, owners, add };
};

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
    const { store, world, add } = await openWorld();
    for (let index = 0; index < lostScans; index++) {
      const isLost = index % 2 === 0;
      const createdAt = later(isLost ? -300 : -6_000).toISOString();
      const scanId = testIds.scanId(noon);
      await add(index, {
        scanId,
        status: isLost ? 'queued' : 'running',
        createdAt,
        startedAt: createdAt,
        dueQueue: queueShard('scan', scanId),
        dueAt: later(-60).toISOString(),
      });
    }
    const { slow, run } = slowPorts();
    const ports = { ...world, store: slow(store), workflow: slow(world.workflow), blobs: slow(world.blobs) };
    const { result, seconds } = await run(300, noon, (context) => sweepDueScans(ports as never, context));
    report.push(`sweep of ${lostScans} scans: ${seconds.toFixed(0)} s of 300`);
    expect(result.examined).toBe(lostScans);
    expect(world.started).toHaveLength(lostScans / 2);
    const left = store.all('scan').filter(({ dueAt }) => dueAt !== undefined && dueAt <= noon.toISOString());
    expect(left).toEqual([]);
    expect(seconds).toBeLessThan(150);
  },
);

test(
  'the runs of a day purge what a day adds, also of one organization with much of it',
  { timeout: whole },
  async () => {
    const { store, world, add } = await openWorld();
    const finishedAt = later(-400 * 86_400).toISOString();
    // A twentieth belongs to one organization, up to what a list in memory sorts in time.
    const heavy = Math.min(5_000, scansOfDay / 20);
    for (let index = 0; index < scansOfDay; index++)
      await add(index < heavy ? 0 : index, { status: 'completed', finishedAt });
    const { slow, run } = slowPorts();
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
  const { store, world, owners } = await openWorld();
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
  const { slow, run } = slowPorts();
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
