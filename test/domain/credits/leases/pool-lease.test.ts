import { expect, test } from 'vitest';
import {
  closeLease,
  fillLease,
  heldByClosed,
  isLeased,
  lend,
  mayLend,
  returnLeases,
  wholePool,
} from '@scangate/domain/credits/leases/pool-lease';
import type { Pool, PoolLease } from '@scangate/domain/records';
import { MemoryStore } from '#adapters/memory/store.ts';
import { later, noon, poolWith, write } from '#test/support/world.ts';

const policy = { slots: 4, most: 20 };
const start = { ...poolWith('a-1', 'core', { included: 100 }) };
const at = noon.toISOString();

const lent = async () => {
  const store = new MemoryStore();
  await write(store, [{ change: 'insert', record: 'pool', item: start }]);
  await write(store, lend(start, { leaseId: 'l-1', policy, now: at }));
  return store;
};
const poolOf = (store: MemoryStore) => {
  const [pool] = store.all('pool');
  if (!isLeased(pool)) throw new Error('the pool has no leases');
  return pool;
};
const leaseOf = (store: MemoryStore): PoolLease => store.all('poolLease')[0] as PoolLease;

test('half of a pool is lent in equal parts, and the whole balance stays the same', async () => {
  const store = await lent();
  expect(store.all('poolLease').map(({ available }) => available)).toEqual([12, 12, 12, 12]);
  expect(poolOf(store)).toMatchObject({ available: 52, lent: 48 });
  expect(wholePool(poolOf(store), store.all('poolLease'))).toEqual(start);
});

test('a pool of less than two credits for each lease lends nothing', () => {
  const of = (available: number): Pool => ({ ...start, available });
  expect([mayLend(of(7), policy), mayLend(of(8), policy)]).toEqual([false, true]);
});

test('of two concurrent loans one is made', async () => {
  const store = await lent();
  const refusal = await store.commit(lend(start, { leaseId: 'l-2', policy, now: at }));
  expect(refusal?.change.record).toBe('pool');
});

test('a balance is right even if credits move between its reads', async () => {
  const store = await lent();
  const [pool, leases] = [poolOf(store), store.all('poolLease')];
  const fill = fillLease(pool, { lease: leaseOf(store), needed: 15, policy }, at);
  await write(store, fill ?? []);
  expect(wholePool(pool, store.all('poolLease'))).toEqual(start);
  expect(wholePool(poolOf(store), leases)).toEqual(start);
});

test('a lease is filled with what is needed, as far as the pool has it', async () => {
  const store = await lent();
  const fill = (needed: number) => fillLease(poolOf(store), { lease: leaseOf(store), needed, policy }, at);
  expect(fill(64)).toHaveLength(2);
  expect(fill(65)).toBeUndefined();
});

test('filling a lease extends the loan only by small steps', async () => {
  const store = await lent();
  const untilAfter = (seconds: number) => {
    const options = { lease: leaseOf(store), needed: 13, policy };
    const [change] = fillLease(poolOf(store), options, later(seconds).toISOString()) ?? [];
    return change?.change === 'update' && change.set;
  };
  expect(untilAfter(9)).toEqual({ leasedUntil: later(309).toISOString() });
  expect(untilAfter(10)).toBeUndefined();
});

test('closed leases are returned, once all of them are closed', async () => {
  const store = await lent();
  const leases = store.all('poolLease');
  for (const lease of leases) {
    expect(heldByClosed(poolOf(store), store.all('poolLease'))).toBeUndefined();
    await write(store, [closeLease(lease)]);
  }
  const held = heldByClosed(poolOf(store), store.all('poolLease'));
  expect(held).toEqual({ leaseId: 'l-1', available: 48, consumed: 0 });
  if (held) await write(store, [returnLeases(start, held, at)]);
  expect(store.all('pool')).toEqual([{ ...start, debitedAt: at }]);
});
