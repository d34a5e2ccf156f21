import type { RunContext } from '#app/jobs/run-context.ts';
import { shardPartitions } from '#adapters/dynamodb/organization-partitions.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { sweepDueScans } from '#app/scans/sweep-scans.ts';
import { queueShard } from '@scangate/domain/due-queue';
import type { Scan } from '@scangate/domain/records';
import { silentLog } from '#test/support/silent-log.ts';
import { createdScan, workflowWorld } from '#test/support/scans/workflow.ts';
import { seededRandom, VirtualTime } from '#test/support/store/virtual-time.ts';
import { later, newOrganization, noon, testIds, write } from '#test/support/world.ts';

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

const partitionsOfScans = shardPartitions('').length;

/** The concurrent requests of a call: a page of all scans of an organization is one query of each of its partitions. */
const requestsOf = (name: PropertyKey, args: readonly unknown[]): number =>
  name === 'list' && args[0] === 'scans' ? partitionsOfScans : 1;

/** Ports whose calls take virtual time, drawn from the seed: most take their usual time, few take many times as long. */
export const slowPorts = (seed: number) => {
  const time = new VirtualTime();
  const random = seededRandom(seed);
  const counted = { calls: 0 };
  const slow = <P extends object>(port: P): P =>
    new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        const usual = latencies[name as keyof typeof latencies];
        if (typeof member !== 'function' || usual === undefined) return member;
        return async (...args: unknown[]): Promise<unknown> => {
          const requests = requestsOf(name, args);
          counted.calls += requests;
          const slowest = Math.max(...Array.from({ length: requests }, random));
          await time.sleep(usual * (0.5 - Math.log(1 - slowest) / 2));
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
  return { slow, run, counted, time, random };
};

/** A store of organizations with repositories' scans, each made from one that was really created. */
export const openWorld = async (organizations: number) => {
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

/** Sweeps scans of many organizations that lost their workflow: half of them are to be started, half to be ended. */
export const sweepLostScans = async ({
  organizations,
  lostScans,
  seed,
}: {
  organizations: number;
  lostScans: number;
  seed: number;
}) => {
  const { store, world, add } = await openWorld(organizations);
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
  const { slow, run } = slowPorts(seed);
  const ports = {
    ...world,
    store: slow(store),
    workflow: slow(world.workflow),
    blobs: slow(world.blobs),
    log: silentLog,
  };
  const { result, seconds } = await run(300, noon, (context) => sweepDueScans(ports as never, context));
  const left = store.all('scan').filter(({ dueAt }) => dueAt !== undefined && dueAt <= noon.toISOString());
  return { examined: result.examined, started: world.started.length, left: left.length, seconds };
};
