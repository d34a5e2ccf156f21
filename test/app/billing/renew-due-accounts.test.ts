import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { log } from '#runtime/log.ts';
import { changeAccount } from '#app/billing/change-account.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import { renewDueAccounts } from '#app/billing/renew-due-accounts.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { schedulePlanChange } from '@scangate/domain/plans/plan-change';
import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import { cancelSastAddon } from '@scangate/domain/plans/sast-addon';
import type { BillingState, BillingOutcome } from '@scangate/domain/accounts/billing-state';
import type { Change } from '@scangate/domain/change';
import type { NewOrganization } from '@scangate/domain/accounts/provision-organization';
import type { Store } from '#ports/store.ts';
import { causesOf, provisionAccount, poolOf } from '#test/support/billing/accounts.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const minuteMs = 60_000;
const dayMs = 86_400_000;
const start = '2026-01-31T08:00:00.000Z';
const plus = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();

const run = (store: Store, at: string, order: { since?: string } = {}) =>
  renewDueAccounts(order, { store, log }, taskContextAt(new Date(at)));

/** Counts the calls of a store and keeps its transactions. */
const watched = (store: Store) => {
  const commits: (readonly Change[])[] = [];
  const calls = { load: 0, listDue: 0, commit: 0 };
  const seen = {
    load: (...args: Parameters<Store['load']>) => (calls.load++, store.load(...args)),
    listDue: (...args: Parameters<Store['listDue']>) => (calls.listDue++, store.listDue(...args)),
    commit: (changes: readonly Change[]) => (calls.commit++, commits.push(changes), store.commit(changes)),
  } as unknown as Store;
  return { store: seen, commits, calls };
};

describe('a pool whose month has ended', () => {
  test('is refilled at its instant, not earlier', async () => {
    const store = new MemoryStore();
    const id = await provisionAccount(store, '2026-03-10T12:00:00.000Z');
    expect(await run(store, '2026-04-10T11:59:59.999Z')).toMatchObject({ examined: 0, renewed: 0 });
    expect(await run(store, '2026-04-10T12:00:00.000Z')).toMatchObject({ examined: 1, renewed: 1 });
    expect(poolOf(store, id)).toMatchObject({ available: 100, periodStartAt: '2026-04-10T12:00:00.000Z' });
    expect(causesOf(store, id)).toEqual([
      'expire#2026-04-10T12:00:00.000Z',
      'refill#2026-03-10T12:00:00.000Z',
      'refill#2026-04-10T12:00:00.000Z',
    ]);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('is refilled once, however often the job runs', async () => {
    const store = new MemoryStore();
    await provisionAccount(store, start);
    const { store: seen, commits } = watched(store);
    for (const minutes of [0, 0, 5, 10, 600])
      await run(seen, plus('2026-02-28T08:00:00.000Z', minutes * minuteMs));
    expect(commits).toHaveLength(1);
    const said = vi
      .mocked(process.stdout.write)
      .mock.calls.map(([line]) => JSON.parse(String(line)) as object);
    expect(said).toEqual([expect.objectContaining({ AccountsRenewed: 1 })]);
  });

  test('costs one transaction of small writes that do not touch the due queue', async () => {
    const store = new MemoryStore();
    await provisionAccount(store, start);
    const { store: seen, commits } = watched(store);
    await run(seen, '2026-02-28T08:00:00.000Z');
    const [changes = []] = commits;
    const written = changes.filter(({ change }) => change !== 'require');
    expect(written.map(({ change, record }) => `${change} ${record}`)).toEqual([
      'insert ledgerEntry',
      'insert ledgerEntry',
      'update pool',
    ]);
    const set = changes.flatMap((one) => (one.change === 'update' ? Object.keys(one.set ?? {}) : []));
    expect(set).not.toContain('dueQueue');
    expect(set).not.toContain('dueAt');
    // Each fits one kilobyte, the unit of a write.
    for (const item of [...store.all('ledgerEntry'), ...store.all('pool'), ...store.all('account')])
      expect(JSON.stringify(item).length).toBeLessThan(800);
  });

  test('is found by the next run for a day when a run was interrupted', async () => {
    const store = new MemoryStore();
    const id = await provisionAccount(store, start);
    expect(await run(store, '2026-03-01T08:00:00.000Z')).toMatchObject({ renewed: 1 });
    expect(causesOf(store, id)).toContain('refill#2026-02-28T08:00:00.000Z');
  });
});

describe('after a longer outage', () => {
  const lateBy = (days: number) => plus('2026-02-28T08:00:00.000Z', days * dayMs);

  test('an operator names the start of the examined time', async () => {
    const store = new MemoryStore();
    await provisionAccount(store, start);
    expect(await run(store, lateBy(3))).toMatchObject({ examined: 0 });
    expect(await run(store, lateBy(3), { since: lateBy(-1) })).toMatchObject({ examined: 1, renewed: 1 });
  });

  test('of months, every missed period is booked, with one transaction per account', async () => {
    const store = new MemoryStore();
    const ids = await Promise.all(
      Array.from({ length: 31 }, (_, day) =>
        provisionAccount(store, plus('2026-01-01T08:00:00.000Z', day * dayMs)),
      ),
    );
    const { store: seen, commits } = watched(store);
    const order = { since: '2026-01-01T00:00:00.000Z' };
    expect(await run(seen, '2026-06-15T00:00:00.000Z', order)).toMatchObject({ examined: 31, renewed: 31 });
    expect(commits).toHaveLength(31);
    for (const id of ids) {
      const refills = causesOf(store, id).filter((cause) => cause.startsWith('refill#'));
      expect(refills.length).toBeGreaterThanOrEqual(5);
    }
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('a `since` that is not an instant is refused', async () => {
    await expect(run(new MemoryStore(), start, { since: 'yesterday' })).rejects.toThrow('not an instant');
  });
});

describe('an account that is not due', () => {
  test('is not renewed for its idle pool', async () => {
    const store = new MemoryStore();
    const id = await provisionAccount(store, start);
    await run(store, '2026-02-28T08:00:00.000Z');
    const { store: seen, commits } = watched(store);
    expect(await run(seen, '2026-02-28T09:00:00.000Z')).toMatchObject({ examined: 1, renewed: 0 });
    expect(commits).toEqual([]);
    expect(poolOf(store, id, 'sast')).toMatchObject({ periodStartAt: start });
  });

  test('is refilled later if its pool started empty', async () => {
    const store = new MemoryStore();
    const id = await provisionAccount(store, start, { credits: { core: 0 } });
    await run(store, '2026-02-28T08:00:00.000Z');
    expect(poolOf(store, id).available).toBe(100);
  });

  test('waits for the invoice of its subscription', async () => {
    const store = new MemoryStore();
    const id = await provisionAccount(store, start, { plan: 'Starter' });
    await changeAccount(
      id,
      {
        rule: (state) => ({
          state: {
            ...state,
            account: { ...state.account, renewedBy: 'invoice', paidUntilAt: '2026-02-28T08:00:00.000Z' },
          },
          entries: [],
          auditNotes: [],
        }),
        now: start,
      },
      store,
    );
    expect(await run(store, '2026-02-28T08:05:00.000Z')).toMatchObject({ examined: 1, renewed: 0 });
  });
});

test('a renewal applies the end of a plan, the end of an add-on and a smaller plan', async () => {
  const store = new MemoryStore();
  const ending = await provisionAccount(store, start, { plan: 'Team', sastAddon: 'team' });
  const without = await provisionAccount(store, start, { plan: 'Starter', sastAddon: 'starter' });
  const smaller = await provisionAccount(store, start, { plan: 'Team' });
  const apply = (id: string, rule: (state: BillingState) => BillingOutcome) =>
    changeAccount(id, { rule, now: start }, store);
  await apply(ending, (state) => setAutoRenew(state, { enabled: false, cause: 'c' }, start));
  await apply(without, (state) => cancelSastAddon(state, 'c', start));
  await apply(smaller, (state) =>
    schedulePlanChange(state, { to: { plan: 'Starter', interval: 'month' }, cause: 'c' }, start),
  );
  expect(await run(store, '2026-02-28T08:00:00.000Z')).toMatchObject({ renewed: 3 });
  const [ended, kept, changed] = await Promise.all(
    [ending, without, smaller].map((id) => loadAccount(id, store)),
  );
  expect(ended).toMatchObject({
    account: { plan: 'Free', retentionDays: 30 },
    pools: { core: { available: 100 }, sast: { available: 0 } },
  });
  expect([kept?.account.plan, kept?.account.sastAddon]).toEqual(['Starter', undefined]);
  expect(changed).toMatchObject({ account: { plan: 'Starter' }, pools: { core: { available: 800 } } });
  expect(violationsOf(moneyRecords(store))).toEqual([]);
});

describe('a run', () => {
  test('with an account that fails renews the others and then fails, so that the alarm fires', async () => {
    const store = new MemoryStore();
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) ids.push(await provisionAccount(store, start));
    const { store: whole } = watched(store);
    const broken = {
      ...whole,
      commit: (changes: readonly Change[]) =>
        JSON.stringify(changes).includes(String(ids[4]))
          ? Promise.reject(new Error('not this one'))
          : store.commit(changes),
    } as Store;
    const at = '2026-02-28T08:00:00.000Z';
    await expect(run(broken, at)).rejects.toThrow('1 accounts could not be renewed');
    expect(store.all('pool').filter(({ periodStartAt }) => periodStartAt === at)).toHaveLength(19);
    const lines = vi.mocked(process.stdout.write).mock.calls.map(([line]) => String(line));
    expect(lines.filter((line) => line.includes('"error"') && line.includes(String(ids[4])))).toHaveLength(1);
    expect(await run(store, plus(at, 5 * minuteMs))).toMatchObject({ renewed: 1 });
  });

  test('stops when its time is over, and the next one continues', async () => {
    const store = new MemoryStore();
    for (let count = 0; count < 400; count++) await provisionAccount(store, start);
    const at = '2026-02-28T08:00:00.000Z';
    const over = new AbortController();
    const { store: whole, calls } = watched(store);
    const slow = {
      ...whole,
      commit: (changes: readonly Change[]) => {
        if (calls.commit >= 50) over.abort();
        return whole.commit(changes);
      },
    } as Store;
    const first = await renewDueAccounts(
      {},
      { store: slow, log },
      {
        ...taskContextAt(new Date(at)),
        signal: over.signal,
      },
    );
    expect(first.renewed).toBeGreaterThanOrEqual(50);
    expect(first.renewed).toBeLessThan(400);
    expect(await run(store, plus(at, 5 * minuteMs))).toMatchObject({ renewed: 400 - first.renewed });
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});

test('2,000 accounts of one instant cost a load per 33 accounts and a transaction each', async () => {
  const store = new MemoryStore();
  for (let count = 0; count < 2000; count++) await provisionAccount(store, start);
  const { store: seen, calls } = watched(store);
  const at = '2026-02-28T08:00:00.000Z';
  expect(await run(seen, at)).toMatchObject({ examined: 2000, renewed: 2000 });
  // Each renewal reads its account again consistently and commits once.
  expect(calls.commit).toBe(2000);
  expect(calls.load).toBeLessThan(2000 * 1.05);
  expect(calls.listDue).toBeLessThan(100);
  Object.assign(calls, { load: 0, listDue: 0, commit: 0 });
  await run(seen, plus(at, 5 * minuteMs));
  expect(calls).toMatchObject({ commit: 0 });
  expect(calls.load + calls.listDue).toBeLessThan(2000 / 10);
});

const orders: Partial<NewOrganization>[] = [
  { plan: 'Free' },
  { plan: 'Starter', sastAddon: 'starter' },
  { plan: 'Starter', period: 'year' },
  { plan: 'Team', licenses: 6, sastAddon: 'team' },
  { plan: 'Team', period: 'year', sastAddon: 'team' },
  { plan: 'Regulated', credits: { core: 40, sast: 0 }, sastAddon: 'team' },
  { plan: 'Regulated', credits: { core: 0 } },
];

/** Changes of a subscription that renews by schedule; a refusal is as good. */
const acts: ((state: BillingState, at: string) => BillingOutcome)[] = [
  (state, at) => setAutoRenew(state, { enabled: false, cause: at }, at),
  (state, at) => setAutoRenew(state, { enabled: true, cause: at }, at),
  (state, at) => cancelSastAddon(state, at, at),
  (state, at) => schedulePlanChange(state, { to: { plan: 'Starter', interval: 'month' }, cause: at }, at),
  (state, at) =>
    schedulePlanChange(state, { to: { plan: 'Team', interval: 'year', licenses: 5 }, cause: at }, at),
];

test('nothing is ever due outside the examined day, whatever changes are made meanwhile', async () => {
  const step = fc.record({
    after: fc.integer({ min: minuteMs, max: dayMs }),
    act: fc.option(fc.nat({ max: acts.length - 1 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...orders),
      fc.integer({ min: Date.parse('2027-12-25T00:00:00Z'), max: Date.parse('2028-02-02T00:00:00Z') }),
      fc.array(step, { minLength: 60, maxLength: 120 }),
      async (order, createdMs, steps) => {
        const store = new MemoryStore();
        const id = await provisionAccount(store, new Date(createdMs).toISOString(), order);
        let now = createdMs;
        for (const { after, act } of steps) {
          now += after;
          const at = new Date(now).toISOString();
          const { failed } = await run(store, at);
          expect(failed).toBe(0);
          expect(isUpToDate(await loadAccount(id, store), at)).toBe(true);
          const rule = act === undefined ? undefined : acts[act];
          if (rule)
            await changeAccount(id, { rule: (state) => rule(state, at), now: at }, store).catch(
              () => undefined,
            );
        }
        expect(violationsOf(moneyRecords(store))).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

describe('an anchor on 31 January', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(async () => database.stop());

  test.each<[string, () => Store]>([
    ['in memory', () => new MemoryStore()],
    ['over DynamoDB', () => database.store],
  ])('is refilled on 28 February, 31 March and 30 April: %s', async (_where, make) => {
    const store = make();
    const id = await provisionAccount(store, start, { plan: 'Starter', sastAddon: 'starter' });
    const periods: string[] = [];
    for (let at = start; at < '2026-05-02'; at = plus(at, 6 * 60 * minuteMs)) {
      const { renewed } = await run(store, at);
      if (renewed > 0) periods.push(at, (await loadAccount(id, store)).pools.sast.periodStartAt);
    }
    expect(periods).toEqual(
      ['2026-02-28', '2026-03-31', '2026-04-30'].flatMap((day) => [
        `${day}T08:00:00.000Z`,
        `${day}T08:00:00.000Z`,
      ]),
    );
    const { items } = await store.list('ledger', { accountId: id, pool: 'core' });
    expect(items.map(({ cause, amount }) => `${cause} ${amount}`)).toEqual([
      'expire#2026-02-28T08:00:00.000Z -800',
      'expire#2026-03-31T08:00:00.000Z -800',
      'expire#2026-04-30T08:00:00.000Z -800',
      'refill#2026-01-31T08:00:00.000Z 800',
      'refill#2026-02-28T08:00:00.000Z 800',
      'refill#2026-03-31T08:00:00.000Z 800',
      'refill#2026-04-30T08:00:00.000Z 800',
    ]);
    expect((await loadAccount(id, store)).pools).toMatchObject({
      core: { available: 800, dueAt: '31T08:00:00.000Z' },
      sast: { available: 50, dueAt: '31T08:00:00.000Z' },
    });
  });
});
