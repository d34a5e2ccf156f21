import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { lend } from '@scangate/domain/credits/leases/pool-lease';
import type { Change } from '@scangate/domain/record-changes';
import type { Pool } from '@scangate/domain/records';
import { wholePools } from '#test/support/billing/money-invariants.ts';
import { later, noon, poolWith, testIds, write } from '#test/support/world.ts';

const policy = { slots: 3, most: 5 };
const accountId = testIds.uuid();
const id = { accountId, pool: 'core' } as const;
const stored = { ...poolWith(accountId, 'core', { included: 40 }) };

let memory: MemoryStore;
let draws: number[];
const processStore = () =>
  leasedStore(memory, { random: () => draws.shift() ?? 0, uuid: testIds.uuid, policy });
beforeEach(async () => {
  memory = new MemoryStore();
  draws = [];
  await write(memory, [{ change: 'insert', record: 'pool', item: stored }]);
});

const lendAt = (at: Date) =>
  write(memory, lend(stored, { leaseId: testIds.uuid(), policy, now: at.toISOString() }));
const whole = (): Pool | undefined => wholePools(memory)[0];
const raw = (): Pool | undefined => memory.all('pool')[0];

const debit = (amount: number, at = noon): Change[] => [
  {
    change: 'insert',
    record: 'ledgerEntry',
    item: { ...id, cause: testIds.uuid(), at: at.toISOString(), kind: 'consume', amount: -amount },
  },
  {
    change: 'update',
    record: 'pool',
    id,
    add: { available: -amount, consumed: amount },
    floor: { available: amount },
  },
];

/** Sets the balance to what it is decided to be, given what was read. */
const decision = (read: Pool, available: number): Change => ({
  change: 'update',
  record: 'pool',
  id,
  set: { available },
  when: [{ field: 'available', is: 'equal', value: read.available }],
});

describe('a pool with leases', () => {
  beforeEach(() => lendAt(noon));

  test('is read with all of its credits, but by a scan creation without the leased ones', async () => {
    const store = processStore();
    expect(await store.get('pool', id)).toEqual(stored);
    const ref = { record: 'pool', id } as const;
    expect(await store.load([ref])).toEqual([stored]);
    const [alone] = await store.load([ref], { withoutLent: true });
    expect(alone).toMatchObject({ available: 25, lent: 15 });
  });

  test('is debited in a lease by a process that has read it, and directly by one that has not', async () => {
    await write(processStore(), debit(1));
    expect([raw()?.available, whole()?.available]).toEqual([24, 39]);
    const store = processStore();
    await store.get('pool', id);
    await write(store, debit(2));
    expect([raw()?.available, whole()?.available, whole()?.consumed]).toEqual([24, 37, 3]);
  });

  test('pays down to its last credit, and refuses with the whole balance', async () => {
    const store = processStore();
    for (let spent = 0; spent < 38; spent++) await write(store, debit(1));
    const refusal = await store.commit(debit(3));
    expect(refusal?.change.record).toBe('pool');
    expect((refusal?.found as Pool | undefined)?.available).toBe(2);
    await write(store, debit(2));
    expect(raw()).toMatchObject({ available: 0, consumed: 40 });
    expect((await store.commit(debit(1)))?.found).toMatchObject({ available: 0 });
  });

  test('pays more than any single lease has', async () => {
    const store = processStore();
    await store.get('pool', id);
    await write(store, debit(40));
    expect(whole()).toMatchObject({ available: 0, consumed: 40 });
  });

  test('has no leases after a decision, which is based on the balance that was read', async () => {
    const store = processStore();
    const read = (await store.get('pool', id)) as Pool;
    await write(store, debit(4));
    expect((await store.commit([decision(read, 7)]))?.found).toMatchObject({ available: 36 });
    const again = (await store.get('pool', id)) as Pool;
    await write(store, [decision(again, 7)]);
    expect(raw()).toMatchObject({ available: 7, consumed: 4 });
    expect(raw()?.leaseId).toBeUndefined();
  });

  test('keeps its leases when credits are added', async () => {
    const store = processStore();
    await store.get('pool', id);
    await write(store, [{ change: 'update', record: 'pool', id, add: { available: 100, purchased: 100 } }]);
    expect(raw()).toMatchObject({ available: 125, lent: 15 });
    expect(whole()).toMatchObject({ available: 140, purchased: 100 });
  });

  test('is refused for a period that has ended, whatever its balance', async () => {
    const store = processStore();
    await store.get('pool', id);
    const [entry, change] = debit(1) as [Change, Extract<Change<'pool'>, { change: 'update' }>];
    const when = [{ field: 'periodStartAt', is: 'equal', value: later(1).toISOString() } as const];
    expect((await store.commit([entry, { ...change, when }]))?.found).toMatchObject({ available: 40 });
  });

  test('gets its credits back with the first debit after the lease has expired', async () => {
    const store = processStore();
    await store.get('pool', id);
    await write(store, debit(1, later(299)));
    expect(raw()?.leaseId).toBeDefined();
    await write(store, debit(1, later(301)));
    expect(raw()).toMatchObject({ available: 38, consumed: 2 });
    expect(raw()?.leaseId).toBeUndefined();
  });
});

test('a process that died while it closed leases leaves nothing that a debit cannot return', async () => {
  await lendAt(noon);
  const store = processStore();
  await store.get('pool', id);
  await write(memory, [
    {
      change: 'update',
      record: 'poolLease',
      id: { ...id, slot: 0 },
      set: { isOpen: false },
    },
  ]);
  await write(store, debit(1));
  expect(whole()).toMatchObject({ available: 39, consumed: 1 });
});
