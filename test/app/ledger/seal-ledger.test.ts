import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { log } from '#runtime/log.ts';
import { ledgerRows } from '#app/ledger/ledger-rows.ts';
import { sealLedgers, sealPool } from '#app/ledger/seal-ledger.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/record-changes';
import type { LedgerSeal } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';
import { isSampled, runs } from '#test/support/runs/samples.ts';
import { provisionAccount, poolOf } from '#test/support/billing/accounts.ts';
import { injectFaults, type Crash } from '#test/support/store/fault-injection.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { memorySealStore, nothingSigned } from '#test/support/billing/memory-ledger-seal-store.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { bookMany as book, csvOf, verify } from '#test/support/billing/sealed-ledger.ts';
import { later, noon, write } from '#test/support/world.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

let output = '';
beforeEach(() => {
  output = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
});

const hours = (count: number) => later(count * 3_600);

const account = (store: Store) => provisionAccount(store, noon.toISOString());
const noWait = async () => undefined;
const seal = (store: Store, accountId: string, at: Date, sleep: () => Promise<void> = noWait) =>
  sealPool(
    { accountId, pool: 'core' },
    { store, log, timer: { sleep }, sealStore: nothingSigned },
    taskContextAt(at),
  );
const sealsOf = (store: MemoryStore): LedgerSeal[] =>
  store.all('ledgerSeal').toSorted((a, b) => a.number - b.number);
const exported = async (store: Store, accountId: string) =>
  csvOf(await Array.fromAsync(ledgerRows(store, { accountId, pool: 'core' }, {})));
const verified = async (store: Store, accountId: string) => verify(await exported(store, accountId));

describe('a pool', () => {
  test('has its entries sealed an hour after they were booked, not earlier', async () => {
    const store = new MemoryStore();
    const id = await account(store);
    await book(store, { accountId: id, count: 2, at: hours(1) });
    await seal(store, id, new Date(hours(1).getTime() - 1));
    expect(sealsOf(store)).toEqual([]);
    await seal(store, id, hours(1.5));
    expect(sealsOf(store)).toMatchObject([{ number: 1, balance: 100, throughAt: noon.toISOString() }]);
    await seal(store, id, hours(2));
    expect(sealsOf(store)).toMatchObject([{}, { number: 2, balance: 102, throughCause: 'adjust#1' }]);
    expect(await verified(store, id)).toMatchObject({ pools: [{ sealed: 3, unsealed: 0 }] });
  });

  test('is sealed once, however often the job runs', async () => {
    const store = new MemoryStore();
    const id = await account(store);
    for (const hour of [2, 2, 3, 26]) await seal(store, id, hours(hour));
    expect(sealsOf(store)).toHaveLength(1);
  });

  test('with many entries has segments of at most 500, even within one instant', async () => {
    const store = new MemoryStore();
    const id = await account(store);
    await book(store, { accountId: id, count: 1_200, at: hours(1) });
    await seal(store, id, hours(3));
    expect(sealsOf(store).map(({ hashes }) => hashes.length / 64)).toEqual([500, 500, 201]);
    expect(await verified(store, id)).toMatchObject({ pools: [{ sealed: 1_201, unsealed: 0 }] });
  });

  test('without entries has no seal', async () => {
    const store = new MemoryStore();
    const id = await account(store);
    const ports = { store, log, timer: { sleep: noWait }, sealStore: nothingSigned };
    await sealPool({ accountId: id, pool: 'sast' }, ports, taskContextAt(hours(2)));
    expect(sealsOf(store)).toEqual([]);
  });

  test('is only read: a run writes nothing but seals', async () => {
    const store = new MemoryStore();
    const id = await account(store);
    const commit = vi.spyOn(store, 'commit');
    await seal(store, id, hours(2));
    const written = commit.mock.calls.flatMap(([changes]) =>
      changes.map(({ change, record }) => [change, record]),
    );
    expect(written).toEqual([['insert', 'ledgerSeal']]);
  });

  test('whose period has ended is renewed if no other job did it', async () => {
    const store = new MemoryStore();
    const id = await account(store);
    await seal(store, id, hours(24 * 32));
    expect(poolOf(store, id).periodStartAt).toBe('2026-04-10T12:00:00.000Z');
    expect(await verified(store, id)).toMatchObject({ pools: [{ sealed: 1, unsealed: 2 }] });
  });
});

describe('a single chain', () => {
  test('results from any number of concurrent runs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2), { minLength: 1, maxLength: 30 }), async (picks) => {
        const store = new MemoryStore();
        const id = await account(store);
        await book(store, { accountId: id, count: 700, at: hours(1) });
        const run = (shared: Store) => seal(shared, id, hours(3));
        await interleave(store, picks, [run, run, run]);
        expect(sealsOf(store).map(({ number }) => number)).toEqual([1, 2]);
        expect(await verified(store, id)).toMatchObject({ pools: [{ sealed: 701, unsealed: 0 }] });
      }),
      { numRuns: runs(20) },
    );
  });

  test('results from runs that see different entries', async () => {
    const store = new MemoryStore();
    const id = await account(store);
    await book(store, { accountId: id, count: 3, at: hours(1) });
    await interleave(
      store,
      [1, 0, 0, 1, 1],
      [(shared) => seal(shared, id, hours(1.5)), (shared) => seal(shared, id, hours(3))],
    );
    expect(await verified(store, id)).toMatchObject({ pools: [{ sealed: 4, unsealed: 0 }] });
  });

  test('results whichever call of a run is interrupted', async () => {
    for (let call = 1; call <= 20; call++) {
      for (const [index, moment] of (['before', 'after'] as const).entries()) {
        if (!isSampled(call + index, 2)) continue;
        const store = new MemoryStore();
        const id = await account(store);
        await book(store, { accountId: id, count: 1_100, at: hours(1) });
        const { ports } = injectFaults({ store: store as Store }, new Map([[call, moment]]));
        await seal(ports.store, id, hours(3)).catch((error: Crash) => expect(error.name).toBe('Crash'));
        await seal(store, id, hours(4));
        expect(await verified(store, id)).toMatchObject({ pools: [{ sealed: 1_101, unsealed: 0 }] });
      }
    }
  });

  test('results from debits and seals in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1), { minLength: 1, maxLength: 30 }), async (picks) => {
        const store = new MemoryStore();
        const id = await account(store);
        await interleave(store, picks, [
          async (shared) => {
            for (const hour of [0.2, 0.4, 2.9])
              await book(shared, { accountId: id, count: 2, at: hours(hour), name: `adjust${hour}` });
          },
          (shared) => seal(shared, id, hours(3)),
        ]);
        expect(output).not.toContain('LedgerDrift');
        await seal(store, id, hours(5));
        expect(await verified(store, id)).toHaveProperty('pools');
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('a pool and its ledger that disagree', () => {
  const drifted = async () => {
    const store = new MemoryStore();
    const id = await account(store);
    await write(store, [
      { change: 'update', record: 'pool', id: { accountId: id, pool: 'core' }, add: { available: 7 } },
    ]);
    return { store, id };
  };

  test('are reported, and nothing is sealed', async () => {
    const { store, id } = await drifted();
    await seal(store, id, hours(2));
    expect(output).toContain('"LedgerDrift":1');
    expect(output).toContain('"drift":7');
    expect(sealsOf(store)).toEqual([]);
  });

  test('are reported on every later day until they are repaired', async () => {
    const { store, id } = await drifted();
    await book(store, { accountId: id, count: 1, at: hours(1) });
    await seal(store, id, hours(30));
    expect(output).toContain('"drift":7');
    await write(store, [
      { change: 'update', record: 'pool', id: { accountId: id, pool: 'core' }, add: { available: -7 } },
    ]);
    await seal(store, id, hours(60));
    expect(sealsOf(store)).toMatchObject([{ balance: 101 }]);
  });

  test('only because the index lags raise no alarm, and no entry is left out', async () => {
    const store = new MemoryStore();
    const id = await account(store);
    await book(store, { accountId: id, count: 1, at: hours(1) });
    const whole = store.list;
    store.list = async (...args) => {
      const page = await whole(...args);
      const isNew = (item: object) => 'cause' in item && item.cause === 'adjust#0';
      return { ...page, items: page.items.filter((item) => !isNew(item)) };
    };
    await seal(store, id, hours(3), async () => void (store.list = whole));
    expect(output).not.toContain('LedgerDrift');
    expect(await verified(store, id)).toMatchObject({ pools: [{ sealed: 2, unsealed: 0 }] });
  });
});

describe('the export reveals what was changed in the table', () => {
  const store = new MemoryStore();
  let id = '';
  beforeAll(async () => {
    id = await account(store);
    for (const hour of [1, 2, 3])
      await book(store, { accountId: id, count: 4, at: hours(hour), name: `adjust${hour}` });
    await seal(store, id, hours(10));
  });
  /** Changes the table as somebody with access to it could. */
  const edited = (edit: (causes: Map<string, object>) => void) => {
    const records = new Map(store.all('ledgerEntry').map((entry) => [entry.cause, entry as object]));
    edit(records);
    const other = new MemoryStore();
    const insert = (record: string) => (item: object) => ({ change: 'insert', record, item }) as Change;
    return Promise.all([...records.values()].map((item) => write(other, [insert('ledgerEntry')(item)])))
      .then(() => write(other, sealsOf(store).map(insert('ledgerSeal'))))
      .then(() => verified(other, id));
  };

  test('an entry changed', async () => {
    const found = await edited(
      (all) => void all.set('adjust2#1', { ...all.get('adjust2#1'), amount: 1_000 }),
    );
    expect(found).toMatchObject({ cause: 'adjust2#1', reason: 'it is not what was sealed' });
  });

  test('an entry removed, which the next entry reveals', async () => {
    expect(await edited((all) => void all.delete('adjust2#1'))).toMatchObject({ cause: 'adjust2#2' });
  });

  test('an entry added', async () => {
    const found = await edited((all) => void all.set('x', { ...all.get('adjust2#1'), cause: 'adjust2#1b' }));
    expect(found).toMatchObject({ cause: 'adjust2#1b' });
  });

  test('an entry moved in time', async () => {
    const at = hours(3).toISOString();
    const found = await edited((all) => void all.set('adjust1#2', { ...all.get('adjust1#2'), at }));
    expect(found).toMatchObject({ cause: 'adjust1#3' });
  });
});

test('the job visits every pool once a day', async () => {
  const store = new MemoryStore();
  for (let index = 0; index < 3; index++) await account(store);
  const { sealStore, kept } = memorySealStore();
  const ports = { store, log, timer: { sleep: noWait }, sealStore };
  expect(await sealLedgers(ports, taskContextAt(hours(2)))).toEqual({
    visited: 6,
    failed: 0,
    finished: true,
  });
  expect(store.all('ledgerSeal')).toHaveLength(3);
  expect(kept.size).toBe(3);
  expect(await sealLedgers(ports, taskContextAt(hours(3)))).toMatchObject({
    visited: 0,
    finished: true,
  });
});

describe('over DynamoDB', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(async () => database.stop());

  test('entries of one instant, and more than a page of them, form the same chain', async () => {
    const memory = new MemoryStore();
    const { store } = database;
    const id = await account(store);
    const created = (await store.get('pool', { accountId: id, pool: 'core' }))!;
    await write(memory, [{ change: 'insert', record: 'pool', item: created }]);
    for await (const entry of (await store.list('ledger', { accountId: id, pool: 'core' })).items)
      await write(memory, [{ change: 'insert', record: 'ledgerEntry', item: entry }]);
    for (const one of [store, memory]) {
      await book(one, { accountId: id, count: 450, at: hours(1) });
      await book(one, { accountId: id, count: 120, at: hours(2), name: 'pack' });
      await seal(one, id, hours(2.5));
      await seal(one, id, hours(4));
    }
    const text = await exported(store, id);
    expect(text).toBe(await exported(memory, id));
    expect(verify(text)).toMatchObject({ pools: [{ sealed: 571, unsealed: 0 }] });
  });
});
