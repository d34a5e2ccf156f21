import { beforeEach, expect, test, vi } from 'vitest';
import { queueShard, queueShards } from '@scangate/domain/due-queue';
import type { Refusal } from '@scangate/domain/records';
import { MemoryStore } from '#adapters/memory/store.ts';
import { workThroughQueue } from '#app/jobs/work-through-queue.ts';
import { log } from '#runtime/log.ts';
import { noon, testIds, write } from '#test/support/world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const at = noon.toISOString();

const due = (organizationId: string): Refusal => ({
  organizationId,
  personId: organizationId,
  endpoint: 'create-scan',
  hour: at.slice(0, 13),
  role: 'member',
  tokenId: organizationId,
  code: 'role_required',
  at,
  expiresAt: at,
  dueQueue: queueShard('refusal', organizationId),
  dueAt: at,
});

const fill = async (store: MemoryStore, count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => testIds.uuid());
  for (const id of ids) await write(store, [{ change: 'insert', record: 'refusal', item: due(id) }]);
  return ids;
};

const run = (store: Pick<MemoryStore, 'listDue'>, visit: (id: string) => Promise<void>, signal = openEnded) =>
  workThroughQueue(
    {
      record: 'refusal',
      range: { through: at },
      atOnce: 4,
      work: ({ organizationId }) => visit(organizationId),
    },
    { store, log },
    signal,
  );
const openEnded = new AbortController().signal;

test('every due item is processed once, over all pages and shards', async () => {
  const store = new MemoryStore();
  const ids = await fill(store, 40);
  const paged = {
    listDue: ((r, s, page) => store.listDue(r, s, { ...page, limit: 2 })) as MemoryStore['listDue'],
  };
  const seen: string[] = [];
  const result = await run(paged, async (id) => void seen.push(id));
  expect(result).toEqual({ examined: 40, failed: 0, finished: true });
  expect(seen.toSorted()).toEqual(ids.toSorted());
});

test('an item that fails does not stop the others, and is counted', async () => {
  const store = new MemoryStore();
  const ids = await fill(store, 20);
  const result = await run(store, async (id) => {
    if (id === ids[3]) throw new Error('not this one');
  });
  expect(result).toEqual({ examined: 20, failed: 1, finished: true });
});

test('a shard that cannot be read does not stop the others', async () => {
  const store = new MemoryStore();
  await fill(store, 40);
  const listDue: MemoryStore['listDue'] = (record, shard, page) =>
    shard === queueShards[0] ? Promise.reject(new Error('out of order')) : store.listDue(record, shard, page);
  const result = await run({ listDue }, async () => {});
  expect(result).toMatchObject({ failed: 1, finished: false });
  expect(result.examined).toBeGreaterThan(0);
});

test('a run whose time is over begins nothing further', async () => {
  const store = new MemoryStore();
  await fill(store, 40);
  const timeUp = new AbortController();
  let visits = 0;
  const result = await run(
    store,
    async () => {
      if (++visits === 10) timeUp.abort();
    },
    timeUp.signal,
  );
  expect(result.finished).toBe(false);
  expect(result.examined).toBeLessThan(40);
});
