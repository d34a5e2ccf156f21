import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryStore } from '../../lib/adapters/memory/store.ts';
import { adjustPool } from '../../lib/domain/billing/adjust-pool.ts';
import { PoolMoved } from '../../lib/domain/billing/refund-scan.ts';
import { refusalError } from '../../lib/ports/store.ts';
import { booksOf, faultsOf } from '../support/ledger.ts';
import { noon, poolWith, write } from '../support/world.ts';

const at = noon.toISOString();

/** A pool with its history in the ledger: what was granted, bought and spent. */
const poolOf = async (parts: { included: number; purchased: number; consumed: number }) => {
  const store = new MemoryStore();
  const pool = poolWith('account', 'core', parts);
  const entry = { accountId: 'account', pool: 'core' as const, cause: 'refill', at, kind: 'grant' as const };
  await write(store, [
    { change: 'insert', record: 'pool', item: pool },
    { change: 'insert', record: 'ledgerEntry', item: { ...entry, amount: pool.available } },
  ]);
  return { store, pool };
};
const adjusted = async (parts: Parameters<typeof poolOf>[0], amount: number) => {
  const { store, pool } = await poolOf(parts);
  await write(store, adjustPool(pool, amount, 'goodwill', 'a1', at));
  const [after] = store.all('pool');
  const entry = store.all('ledgerEntry').find(({ cause }) => cause === 'adjust#a1');
  return { store, after, entry };
};

describe('a support adjustment', () => {
  test('that gives is bought for the customer: it does not expire', async () => {
    const { after, entry } = await adjusted({ included: 100, purchased: 0, consumed: 30 }, 50);
    expect(after).toMatchObject({ available: 120, purchased: 50, included: 100, consumed: 30 });
    expect(entry).toMatchObject({ kind: 'adjust', amount: 50, motif: 'goodwill' });
  });

  test.each([
    [
      'unspent bought credits first',
      { included: 100, purchased: 40, consumed: 0 },
      -30,
      { purchased: 10, included: 100 },
    ],
    [
      'then unspent included ones',
      { included: 100, purchased: 40, consumed: 0 },
      -60,
      { purchased: 0, included: 80 },
    ],
    [
      'not bought ones that were spent',
      { included: 10, purchased: 40, consumed: 30 },
      -15,
      { purchased: 25, included: 10 },
    ],
    [
      'and stops at nothing',
      { included: 10, purchased: 40, consumed: 30 },
      -99,
      { purchased: 20, included: 10 },
    ],
  ])('that takes: %s', async (_name, parts, amount, expected) => {
    const { after } = await adjusted(parts, amount);
    expect(after).toMatchObject(expected);
    expect(after?.available).toBeGreaterThanOrEqual(0);
  });

  test('records what it could not take', async () => {
    const { entry, after } = await adjusted({ included: 10, purchased: 0, consumed: 4 }, -20);
    expect(after?.available).toBe(0);
    expect(entry).toMatchObject({ amount: -6, motif: 'goodwill (14 more could not be taken)' });
  });

  test.each([0, 0.5, Number.NaN, Infinity, 2 ** 60])('of %d is no adjustment', async (amount) => {
    const { pool } = await poolOf({ included: 10, purchased: 0, consumed: 0 });
    expect(() => adjustPool(pool, amount, 'x', 'a', at)).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });

  test('decided on a pool that changed since is decided again', async () => {
    const { store, pool } = await poolOf({ included: 10, purchased: 0, consumed: 0 });
    const late = adjustPool(pool, -5, 'x', 'late', at);
    await write(store, adjustPool(pool, 5, 'x', 'first', at));
    const refusal = await store.commit(late);
    expect(refusal && refusalError(refusal)).toBeInstanceOf(PoolMoved);
    expect(store.all('pool')).toMatchObject([{ available: 15 }]);
  });

  test('made twice under one id is made once', async () => {
    const { store, pool } = await poolOf({ included: 10, purchased: 0, consumed: 0 });
    await write(store, adjustPool(pool, 5, 'x', 'same', at));
    const [now = pool] = store.all('pool');
    expect(await store.commit(adjustPool(now, 5, 'x', 'same', at))).toBeDefined();
    expect(store.all('pool')).toMatchObject([{ available: 15 }]);
  });
});

test('whatever pool and amount: the books agree, and what is left was taken in the right order', async () => {
  const parts = fc
    .record({
      included: fc.nat(200),
      purchased: fc.nat(200),
      spent: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ included, purchased, spent }) => ({
      included,
      purchased,
      consumed: Math.floor((included + purchased) * spent),
    }));
  await fc.assert(
    fc.asyncProperty(
      parts,
      fc.integer({ min: -500, max: 500 }).filter((amount) => amount !== 0),
      async (pool, amount) => {
        const { store, after, entry } = await adjusted(pool, amount);
        expect(faultsOf(booksOf(store))).toEqual([]);
        const before = pool.included + pool.purchased - pool.consumed;
        expect(after?.available).toBe(Math.max(0, before + amount));
        expect(after?.consumed).toBe(pool.consumed);
        const unspentIncluded = Math.max(0, pool.included - pool.consumed);
        const unspentBought = before - unspentIncluded;
        const fromBought = amount > 0 ? -amount : Math.min(unspentBought, -amount);
        expect(after?.purchased).toBe(pool.purchased - fromBought);
        expect(after?.included).toBeGreaterThanOrEqual(Math.min(pool.included, pool.consumed));
        // 0 is added since nothing taken is written as -0.
        expect((entry?.amount ?? Number.NaN) + 0).toBe((after?.available ?? 0) - before);
      },
    ),
  );
});
