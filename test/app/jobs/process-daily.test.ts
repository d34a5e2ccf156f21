import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { processDaily, type DailyResult } from '#app/jobs/process-daily.ts';
import { log } from '#runtime/log.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { hourMs } from '@scangate/domain/instant';
import { queueShard, queueShards } from '@scangate/domain/due-queue';
import type { Organization } from '@scangate/domain/records';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { Store } from '#ports/store.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { newOrganization, noon, poolWith, testIds, write } from '#test/support/world.ts';
import { policyFields } from '@scangate/domain/policy/stored-policy';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const hours = (count: number) => new Date(noon.getTime() + count * hourMs);

const organization = (organizationId: string): Organization => ({
  organizationId,
  name: 'Test',
  billingAccountId: organizationId,
  owners: 1,
  repositories: 0,
  clients: 0,
  ...policyFields(defaultPolicy),
  policyVersion: 1,
  createdAt: noon.toISOString(),
  dueQueue: queueShard('organization', organizationId),
  dueAt: noon.toISOString(),
});

const fill = async (store: Store, count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => testIds.uuid());
  for (const id of ids)
    await write(store, [{ change: 'insert', record: 'organization', item: organization(id) }]);
  return ids;
};

/** Wraps a store with small pages, so that a few organizations are many pages, and counts its calls. */
const paged = (store: Store, limit: number) => {
  const counted = { writes: 0, calls: 0 };
  const walked: Pick<Store, 'load' | 'listDue' | 'commit'> = {
    load: (refs, options) => (counted.calls++, store.load(refs, options)),
    listDue: (record, shard, page) => (counted.calls++, store.listDue(record, shard, { ...page, limit })),
    commit: (changes) => (counted.calls++, counted.writes++, store.commit(changes)),
  };
  return { store: walked as Store, counted };
};

interface Run {
  now?: Date;
  /** The time of the run is up with this visit. */
  endsWith?: number;
  fails?: (id: string, visit: number) => boolean;
}

const walk = async (store: Store, { now = noon, endsWith = Infinity, fails = () => false }: Run = {}) => {
  const visits: string[] = [];
  const timeUp = new AbortController();
  const visit = async ({ organizationId }: { organizationId: string }) => {
    visits.push(organizationId);
    if (visits.length >= endsWith) timeUp.abort();
    if (fails(organizationId, visits.length)) throw new Error('not this one');
  };
  const dailyWalk = { job: 'job', record: 'organization', visit } as const;
  const result = await processDaily(dailyWalk, { store, log }, { now, signal: timeUp.signal });
  return { ...result, visits };
};

describe('a daily walk', () => {
  test('visits every organization once, over many pages of every shard', async () => {
    const store = new MemoryStore();
    const ids = await fill(store, 60);
    const first = await walk(paged(store, 3).store);
    expect(first).toMatchObject({ visited: 60, failed: 0, finished: true } satisfies DailyResult);
    expect(first.visits.toSorted()).toEqual(ids.toSorted());
  });

  test('that is finished for the day visits and writes nothing; the next day starts a new one', async () => {
    const store = new MemoryStore();
    await fill(store, 20);
    await walk(store);
    const { store: watched, counted } = paged(store, 100);
    expect(await walk(watched, { now: hours(11) })).toMatchObject({ visited: 0, failed: 0, finished: true });
    expect(counted).toEqual({ writes: 0, calls: 1 });
    expect(await walk(watched, { now: hours(12) })).toMatchObject({ visited: 20, finished: true });
  });

  test('over no records is finished immediately', async () => {
    expect(await walk(new MemoryStore())).toEqual({ visited: 0, failed: 0, finished: true, visits: [] });
  });

  test('has a separate position for each job', async () => {
    const store = new MemoryStore();
    await fill(store, 5);
    await walk(store);
    const visit = vi.fn<() => Promise<void>>(async () => {});
    const another = { job: 'another', record: 'organization', visit } as const;
    await processDaily(another, { store, log }, taskContextAt(noon));
    expect(visit).toHaveBeenCalledTimes(5);
  });

  test('of pools visits every core and every SAST pool', async () => {
    const store = new MemoryStore();
    const { organizationId } = await newOrganization(store);
    const seen: string[] = [];
    const visit = async (id: { accountId: string; pool: string }) =>
      void seen.push(`${id.accountId} ${id.pool}`);
    await processDaily({ job: 'job', record: 'pool', visit }, { store, log }, taskContextAt(noon));
    expect(seen.toSorted()).toEqual([`${organizationId} core`, `${organizationId} sast`]);
  });

  test('that runs out of time is continued: no finished page is visited again', async () => {
    const store = new MemoryStore();
    const ids = await fill(store, 80);
    const { store: small } = paged(store, 1);
    const first = await walk(small, { endsWith: 25 });
    expect(first.finished).toBe(false);
    const second = await walk(small, { now: hours(1) });
    expect(second.finished).toBe(true);
    expect(new Set([...first.visits, ...second.visits])).toEqual(new Set(ids));
    // The page that each shard was visiting when the time was up is visited again.
    expect(first.visited + second.visited).toBeLessThanOrEqual(80 + queueShards.length);
  });

  test('that takes longer than its day is finished before the next one starts', async () => {
    const store = new MemoryStore();
    const ids = await fill(store, 40);
    const { store: small } = paged(store, 1);
    const late = await walk(small, { endsWith: 20 });
    const rest = await walk(small, { now: hours(12) });
    expect(new Set([...late.visits, ...rest.visits])).toEqual(new Set(ids));
    expect(rest.finished).toBe(false);
    expect(await walk(small, { now: hours(13) })).toMatchObject({ visited: 40, finished: true });
  });
});

describe('a visit that fails', () => {
  test('does not stop the others, is counted, and alone is repeated', async () => {
    const store = new MemoryStore();
    const ids = await fill(store, 80);
    const { store: small } = paged(store, 2);
    const fails = (id: string) => id === ids[7] || id === ids[60];
    expect(await walk(small, { fails })).toMatchObject({ visited: 80, failed: 2, finished: false });
    const second = await walk(small, { now: hours(1), fails: (id) => id === ids[60] });
    expect(second).toMatchObject({ visited: 2, failed: 1, finished: false });
    const third = await walk(small, { now: hours(2) });
    expect(third).toMatchObject({ failed: 0, finished: true, visits: [ids[60]] });
    expect(await walk(small, { now: hours(3) })).toMatchObject({ visited: 0, finished: true });
  });

  test('on one day is not repeated beside the pass of the next one', async () => {
    const store = new MemoryStore();
    const ids = await fill(store, 20);
    await walk(store, { fails: (id) => id === ids[7] });
    expect(await walk(store, { now: hours(12) })).toMatchObject({ visited: 20, finished: true });
  });

  test('before an interruption is remembered by the runs that continue', async () => {
    const store = new MemoryStore();
    const ids = await fill(store, 40);
    const { store: small } = paged(store, 1);
    const first = await walk(small, { endsWith: 20, fails: (_id, visit) => visit < 9 });
    const failed = first.visits.slice(0, 8);
    const second = await walk(small, { now: hours(1) });
    expect(second.finished).toBe(false);
    const third = await walk(small, { now: hours(2) });
    expect(third).toMatchObject({ finished: true });
    expect(third.visits.toSorted()).toEqual(failed.toSorted());
    expect(new Set([...first.visits, ...second.visits])).toEqual(new Set(ids));
  });

  test('with more than a hundred others lets only its shard be walked again', async () => {
    const store = new MemoryStore();
    const all = Array.from({ length: 2_000 }, () => testIds.uuid());
    const ids = all.filter((id) => queueShard('organization', id).endsWith('3')).slice(0, 130);
    for (const id of [...ids, ...all.filter((one) => !ids.includes(one)).slice(0, 5)])
      await write(store, [{ change: 'insert', record: 'organization', item: organization(id) }]);
    const failing = new Set(ids.slice(20, 121));
    const first = await walk(store, { fails: (id) => failing.has(id) });
    expect(first).toMatchObject({ visited: 135, failed: 101, finished: false });
    const second = await walk(store, { now: hours(1) });
    expect(second).toMatchObject({ visited: 130, failed: 0, finished: true });
    expect(store.all('jobPosition').filter(({ failed }) => failed)).toEqual([]);
  });

  test('every time does not keep others from being visited, even if a run never reaches the end', async () => {
    const store = new MemoryStore();
    const ids = await fill(store, 80);
    const { store: small } = paged(store, 1);
    const visited = new Set<string>();
    for (let hour = 0; hour < 12; hour++) {
      const { visits } = await walk(small, { now: hours(hour), endsWith: 20, fails: (id) => id === ids[0] });
      for (const id of visits) visited.add(id);
    }
    expect(visited).toEqual(new Set(ids));
  });

  test('is logged with its record', async () => {
    const store = new MemoryStore();
    const [id] = await fill(store, 1);
    await walk(store, { fails: () => true });
    const lines = vi.mocked(process.stdout.write).mock.calls.map(([line]) => String(line));
    expect(
      lines.filter((line) => line.includes('"level":"error"') && line.includes(String(id))),
    ).toHaveLength(1);
  });
});

test('a shard that cannot be read is counted, and the others are walked', async () => {
  const store = new MemoryStore();
  const ids = await fill(store, 40);
  const { store: whole } = paged(store, 100);
  const listDue: Store['listDue'] = (record, shard, page) =>
    shard === '3' ? Promise.reject(new Error('no index today')) : whole.listDue(record, shard, page);
  const broken = { ...whole, listDue };
  const first = await walk(broken);
  expect(first).toMatchObject({ failed: 1, finished: false });
  expect(first.visited).toBe(ids.filter((id) => queueShard('organization', id).at(-1) !== '3').length);
  expect((await walk(store, { now: hours(1) })).finished).toBe(true);
});

test('whatever fails or is interrupted, the following runs visit every record that was missed', async () => {
  const run = fc.record({
    endsWith: fc.integer({ min: 1, max: 60 }),
    failing: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(run, { maxLength: 6 }), fc.integer({ min: 1, max: 5 }), async (runs, limit) => {
      const store = new MemoryStore();
      const ids = await fill(store, 24);
      const { store: small } = paged(store, limit);
      const done = new Set<string>();
      const runAt = async (hour: number, { endsWith = Infinity, failing = [] as number[] }) => {
        const failed = new Set<string>();
        const fails = (id: string, visit: number) => failing.includes(visit) && Boolean(failed.add(id));
        const { visits, finished } = await walk(small, { now: hours(hour), endsWith, fails });
        for (const id of visits) if (!failed.has(id)) done.add(id);
        if (finished) expect(done).toEqual(new Set(ids));
        return finished;
      };
      for (const [hour, one] of runs.entries()) await runAt(hour, one);
      // One run to finish a walk with failures, one to walk again.
      const ends = [await runAt(10, {}), await runAt(11, {})];
      expect(ends[1]).toBe(true);
      expect(done).toEqual(new Set(ids));
    }),
    { numRuns: 60 },
  );
});

describe('over DynamoDB', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(async () => database.stop());

  test('an interrupted walk is continued and finished', async () => {
    const ids = await fill(database.store, 30);
    const { store, counted } = paged(database.store, 1);
    const first = await walk(store, { endsWith: 12 });
    const second = await walk(store, { now: hours(1) });
    expect([first.finished, second.finished]).toEqual([false, true]);
    expect(new Set([...first.visits, ...second.visits])).toEqual(new Set(ids));
    const { writes } = counted;
    expect(await walk(store, { now: hours(2) })).toMatchObject({ visited: 0, finished: true });
    expect(counted.writes).toBe(writes);
    expect(await store.load([{ record: 'jobPosition', id: { job: 'job', shard: '0' } }])).toEqual([
      { job: 'job', shard: '0', day: '2026-03-10' },
    ]);
    await walk(store, { now: hours(24), fails: (id) => id === ids[0] });
    expect(await walk(store, { now: hours(25) })).toMatchObject({ visits: [ids[0]], finished: true });
    await write(database.store, [
      { change: 'insert', record: 'pool', item: poolWith(testIds.uuid(), 'core') },
    ]);
    expect(await walk(store, { now: hours(48) })).toMatchObject({ visited: 30, finished: true });
  });
});
