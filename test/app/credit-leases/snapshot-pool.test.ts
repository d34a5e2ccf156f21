import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { snapshotPool } from '#app/credit-leases/snapshot-pool.ts';
import type { PoolSnapshot } from '@scangate/domain/credits/leases/epoch';
import { lend } from '@scangate/domain/credits/leases/pool-lease';
import type { Change } from '@scangate/domain/record-changes';
import type { LedgerEntry, Pool } from '@scangate/domain/records';
import { listAll, type Store } from '#ports/store.ts';
import { faultKinds, injectFaults } from '#test/support/store/fault-injection.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { leasingProcesses } from '#test/support/store/leased-memory.ts';
import { runs } from '#test/support/runs/samples.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { seededRandom } from '#test/support/store/virtual-time.ts';
import { later, noon, poolWith, testIds, write } from '#test/support/world.ts';

const policy = { slots: 3, most: 10 };
const accountId = testIds.uuid();
const id = { accountId, pool: 'core' } as const;
const created = { ...poolWith(accountId, 'core', { included: 60 }) };
const at = noon.toISOString();

const random = seededRandom(1);
const processOf = (store: Store): Store => leasedStore(store, { random, uuid: testIds.uuid, policy });

const entry = (amount: number): Change => ({
  change: 'insert',
  record: 'ledgerEntry',
  item: { ...id, cause: testIds.uuid(), at, kind: amount < 0 ? 'consume' : 'grant', amount },
});

const movement = (amount: number): Change[] => [
  entry(amount),
  {
    change: 'update',
    record: 'pool',
    id,
    add: { available: amount, consumed: -amount },
    ...(amount < 0 && { floor: { available: -amount } }),
  },
];

const pack: Change[] = [
  entry(7),
  { change: 'update', record: 'pool', id, add: { available: 7, purchased: 7 } },
];

/** Creates the pool with its first entry, and lends a part of it. */
const open = async (store: Store, isLent: boolean): Promise<void> => {
  await write(processOf(store), [{ change: 'insert', record: 'pool', item: created }, entry(60)]);
  if (isLent) await write(store, lend(created, { leaseId: testIds.uuid(), policy, now: at }));
};

/** Reads the pool as every use case does, and moves credits. */
const move = async (store: Store, changes: readonly Change[]): Promise<void> => {
  await store.load([{ record: 'pool', id }], { withoutLent: true });
  await write(store, changes);
};

/** Decides from the whole balance, which takes the leases back. */
const adjust = async (store: Store): Promise<void> => {
  const pool = (await store.get('pool', id)) as Pool;
  await store.commit([
    entry(3),
    {
      change: 'update',
      record: 'pool',
      id,
      set: { available: pool.available + 3, purchased: pool.purchased + 3 },
      when: [
        { field: 'available', is: 'equal', value: pool.available },
        { field: 'purchased', is: 'equal', value: pool.purchased },
      ],
    },
  ]);
};

const sumBefore = (entries: readonly LedgerEntry[], { epoch }: PoolSnapshot): number =>
  entries.reduce((sum, { amount, epoch: own = Infinity }) => (own < epoch ? sum + amount : sum), 0);

describe('a snapshot', () => {
  test('is the sum of the entries of earlier epochs, in whatever order processes and audits continue', async () => {
    let [complete, all] = [0, 0];
    const history = fc.tuple(
      fc.array(fc.nat(6), { minLength: 5, maxLength: 60 }),
      fc.boolean(),
      fc.nat(1_000),
    );
    await fc.assert(
      fc.asyncProperty(history, async ([picks, isLent, seed]) => {
        const memory = new MemoryStore();
        await open(memory, isLent);
        const leasing = leasingProcesses(seed);
        const snapshots: (PoolSnapshot | undefined)[] = [];
        const audit = async (store: Store) =>
          void snapshots.push(await snapshotPool(id, processOf(store), noon));
        const mover = (moves: readonly Change[][]) => async (store: Store) => {
          const mine = leasing(store);
          for (const changes of moves) await move(mine, changes);
        };
        await interleave(memory, picks, [
          audit,
          mover([movement(-1), movement(-2), movement(1)]),
          mover([movement(-3), pack, movement(-1)]),
          (store) => adjust(leasing(store)),
          audit,
          mover([movement(2), movement(-1)]),
        ]);
        snapshots.push(await snapshotPool(id, memory, noon));
        const entries = memory.all('ledgerEntry');
        for (const snapshot of snapshots)
          if (snapshot) expect(snapshot.balance).toBe(sumBefore(entries, snapshot));
        complete += snapshots.filter((snapshot) => snapshot !== undefined).length;
        all += snapshots.length;
      }),
      { numRuns: runs(500) },
    );
    expect(complete / all).toBeGreaterThan(0.6);
  });

  test.each(faultKinds)(
    'whose audit ends at any of its calls (%s) blocks nobody, and is followed by another',
    async (kind) => {
      const calls = 2 * (1 + policy.slots);
      for (let call = 1; call <= calls; call++) {
        const memory = new MemoryStore();
        await open(memory, true);
        const { ports } = injectFaults({ store: memory as Store }, new Map([[call, kind]]));
        await snapshotPool(id, ports.store, noon).catch(() => undefined);
        const commit = vi.spyOn(memory, 'commit');
        for (let moved = 0; moved < 8; moved++) {
          commit.mockClear();
          await move(processOf(memory), movement(-1));
          expect(commit.mock.calls.length).toBeLessThanOrEqual(2);
        }
        const snapshot = (await snapshotPool(id, memory, noon)) as PoolSnapshot;
        expect(snapshot.balance).toBe(52);
        expect(sumBefore(memory.all('ledgerEntry'), snapshot)).toBe(52);
      }
    },
  );

  test('takes a read and a single write of the pool and of each lease', async () => {
    const memory = new MemoryStore();
    await open(memory, true);
    const { ports, count } = injectFaults({ store: memory as Store }, new Map());
    const commit = vi.spyOn(memory, 'commit');
    expect(await snapshotPool(id, ports.store, noon)).toEqual({ epoch: noon.getTime(), balance: 60 });
    expect(count()).toBe(2 * (1 + policy.slots));
    expect(commit.mock.calls.map(([changes]) => changes.length)).toEqual([1, 1, 1, 1]);
  });

  test('has a later epoch than one before, even if a restore took the pool back', async () => {
    const memory = new MemoryStore();
    await open(memory, false);
    const first = (await snapshotPool(id, memory, noon)) as PoolSnapshot;
    const second = (await snapshotPool(id, memory, noon)) as PoolSnapshot;
    const third = (await snapshotPool(id, memory, later(1))) as PoolSnapshot;
    expect(second.epoch).toBe(first.epoch + 1);
    expect(third.epoch).toBe(first.epoch + 1_000);
  });
});

describe('a process', () => {
  test('that knows the epoch from before tries once more, and names the new one', async () => {
    const memory = new MemoryStore();
    await open(memory, true);
    const mine = processOf(memory);
    await move(mine, movement(-1));
    const snapshot = (await snapshotPool(id, memory, noon)) as PoolSnapshot;
    const commit = vi.spyOn(memory, 'commit');
    await write(mine, movement(-1));
    await write(mine, movement(-1));
    expect(commit.mock.calls).toHaveLength(3);
    const epochs = memory.all('ledgerEntry').map(({ epoch }) => epoch);
    expect(epochs).toEqual([0, 0, snapshot.epoch, snapshot.epoch]);
  });

  test('names no epoch where a release without epochs lent the lease', async () => {
    const memory = new MemoryStore();
    await open(memory, true);
    for (const { epoch: _epoch, ...item } of memory.all('poolLease'))
      await write(memory, [
        {
          change: 'insert',
          record: 'poolLease',
          item,
          replaceIf: [{ field: 'leaseId', is: 'present' }],
        },
      ]);
    await move(processOf(memory), movement(-1));
    expect(memory.all('ledgerEntry').map(({ epoch }) => epoch)).toEqual([0, undefined]);
  });
});

describe('over DynamoDB', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(async () => database.stop());

  test('snapshots of a pool that many processes debit are the sums of their entries', async () => {
    const { store } = database;
    await open(store, true);
    const snapshots: (PoolSnapshot | undefined)[] = [];
    const mover = async (): Promise<void> => {
      const mine = processOf(store);
      for (let moved = 0; moved < 6; moved++) await move(mine, movement(-1));
    };
    const audit = async (): Promise<void> => {
      for (let taken = 0; taken < 3; taken++) snapshots.push(await snapshotPool(id, processOf(store), noon));
    };
    await Promise.all([...Array.from({ length: 6 }, mover), audit()]);
    snapshots.push(await snapshotPool(id, store, later(60)));
    const entries = await Array.fromAsync(listAll(store, { list: 'ledger', owner: id, consistent: true }));
    const complete = snapshots.filter((snapshot) => snapshot !== undefined);
    expect(complete.map(({ balance }) => balance)).toEqual(
      complete.map((snapshot) => sumBefore(entries, snapshot)),
    );
    expect(complete.at(-1)?.balance).toBe(24);
    expect(entries).toHaveLength(37);
  });
});
