import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { adjustPool } from '@scangate/domain/credits/adjust-pool';
import { PoolConflict } from '@scangate/domain/credits/credit-pool';
import { toChanges, type BillingState } from '@scangate/domain/accounts/billing-state';
import { provisionOrganization } from '@scangate/domain/accounts/provision-organization';
import { failedConditionError } from '#ports/store.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { noon, poolWith, write } from '#test/support/world.ts';

const at = noon.toISOString();

/** An account with a core pool whose balance is in the ledger. */
const accountWith = async (parts: { included: number; purchased: number; consumed: number }) => {
  const store = new MemoryStore();
  const pools = { core: poolWith('account', 'core', parts), sast: poolWith('account', 'sast') };
  const order = { name: 'Acme', plan: 'Team' as const };
  const account = provisionOrganization(order, { organizationId: 'account', people: [], createdAt: at }).find(
    (change) => change.record === 'account',
  );
  if (account?.change !== 'insert') throw new Error('there is an account');
  const entry = { accountId: 'account', pool: 'core' as const, cause: 'refill', at, kind: 'grant' as const };
  await write(store, [
    account,
    { change: 'insert', record: 'pool', item: pools.core },
    { change: 'insert', record: 'pool', item: pools.sast },
    { change: 'insert', record: 'ledgerEntry', item: { ...entry, amount: pools.core.available } },
  ]);
  return { store, state: { account: account.item, pools } };
};
const order = (amount: number, adjustmentId = 'a1') => ({
  adjustmentId,
  pool: 'core' as const,
  amount,
  motif: 'goodwill',
});
const changes = (state: BillingState, ...args: Parameters<typeof order>) =>
  toChanges(state, adjustPool(state, order(...args), at), { now: at });
const coreOf = (store: MemoryStore) => store.all('pool').find(({ pool }) => pool === 'core');

const adjusted = async (parts: Parameters<typeof accountWith>[0], amount: number) => {
  const { store, state } = await accountWith(parts);
  await write(store, changes(state, amount));
  const after = coreOf(store);
  const entry = store.all('ledgerEntry').find(({ cause }) => cause === 'adjust#a1');
  return { store, after, entry };
};

describe('a support adjustment', () => {
  test('that adds credits adds purchased ones, which do not expire', async () => {
    const { after, entry } = await adjusted({ included: 100, purchased: 0, consumed: 30 }, 50);
    expect(after).toMatchObject({ available: 120, purchased: 50, included: 100, consumed: 30 });
    expect(entry).toMatchObject({ kind: 'adjust', amount: 50, motif: 'goodwill' });
  });

  test.each([
    [
      'unspent purchased credits first',
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
      'not purchased ones that were spent',
      { included: 10, purchased: 40, consumed: 30 },
      -15,
      { purchased: 25, included: 10 },
    ],
    ['at most to zero', { included: 10, purchased: 40, consumed: 30 }, -99, { purchased: 20, included: 10 }],
  ])('that takes credits: %s', async (_name, parts, amount, expected) => {
    const { after } = await adjusted(parts, amount);
    expect(after).toMatchObject(expected);
    expect(after?.available).toBeGreaterThanOrEqual(0);
  });

  test('records the credits that it could not take', async () => {
    const { entry, after } = await adjusted({ included: 10, purchased: 0, consumed: 4 }, -20);
    expect(after?.available).toBe(0);
    expect(entry).toMatchObject({ amount: -6, motif: 'goodwill (14 more could not be taken)' });
  });

  test.each([0, 0.5, Number.NaN, Infinity, 2 ** 60])('of %d is refused', async (amount) => {
    const { state } = await accountWith({ included: 10, purchased: 0, consumed: 0 });
    expect(() => changes(state, amount)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });

  test('meets a conflict when the pool changed since it was read', async () => {
    const { store, state } = await accountWith({ included: 10, purchased: 0, consumed: 0 });
    const late = changes(state, -5, 'late');
    await write(store, changes(state, 5, 'first'));
    const refusal = await store.commit(late);
    expect(refusal && failedConditionError(refusal)).toBeInstanceOf(PoolConflict);
    expect(coreOf(store)).toMatchObject({ available: 15 });
  });

  test('with the same id is booked once', async () => {
    const { store, state } = await accountWith({ included: 10, purchased: 0, consumed: 0 });
    await write(store, changes(state, 5));
    const core = coreOf(store) ?? state.pools.core;
    expect(await store.commit(changes({ ...state, pools: { ...state.pools, core } }, 5))).toBeDefined();
    expect(coreOf(store)).toMatchObject({ available: 15 });
  });

  test('of an empty pool takes nothing and records 0', async () => {
    const { entry } = await adjusted({ included: 4, purchased: 0, consumed: 4 }, -20);
    expect(Object.is(entry?.amount, 0)).toBe(true);
  });

  test('records the balance before and after in the audit log', async () => {
    const { store } = await adjusted({ included: 10, purchased: 0, consumed: 4 }, -20);
    expect(store.all('auditEvent')).toMatchObject([
      {
        action: 'credits.adjusted',
        before: { pool: 'core', available: 6 },
        after: { pool: 'core', available: 0, motif: 'goodwill (14 more could not be taken)' },
      },
    ]);
  });
});

test('for any pool and amount the records agree, and credits are taken in the right order', async () => {
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
        expect(violationsOf(moneyRecords(store))).toEqual([]);
        const before = pool.included + pool.purchased - pool.consumed;
        expect(after?.available).toBe(Math.max(0, before + amount));
        expect(after?.consumed).toBe(pool.consumed);
        const unspentIncluded = Math.max(0, pool.included - pool.consumed);
        const unspentBought = before - unspentIncluded;
        const fromBought = amount > 0 ? -amount : Math.min(unspentBought, -amount);
        expect(after?.purchased).toBe(pool.purchased - fromBought);
        expect(after?.included).toBeGreaterThanOrEqual(Math.min(pool.included, pool.consumed));
        expect(entry?.amount).toBe((after?.available ?? 0) - before);
      },
    ),
  );
});
