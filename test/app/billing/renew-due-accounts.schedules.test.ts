import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAccount } from '#app/billing/change-account.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { schedulePlanChange } from '@scangate/domain/plans/plan-change';
import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import { cancelSastAddon } from '@scangate/domain/plans/sast-addon';
import type { BillingState, BillingOutcome } from '@scangate/domain/accounts/billing-state';
import type { NewOrganization } from '@scangate/domain/accounts/provision-organization';
import type { Store } from '#ports/store.ts';
import { provisionAccount } from '#test/support/billing/accounts.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import {
  useRenewalRuns,
  minuteMs,
  hourMs,
  dayMs,
  start,
  plus,
  run,
  watched,
} from '#test/support/billing/renewal-runs.ts';
import { runs } from '#test/support/runs/samples.ts';

useRenewalRuns();

test('2,000 accounts due at one instant cost one load per 33 accounts and one transaction each', async () => {
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

/** Changes of a subscription that renews by schedule; a refusal is acceptable, too. */
const acts: ((state: BillingState, at: string) => BillingOutcome)[] = [
  (state, at) => setAutoRenew(state, { enabled: false, cause: at }, at),
  (state, at) => setAutoRenew(state, { enabled: true, cause: at }, at),
  (state, at) => cancelSastAddon(state, at, at),
  (state, at) => schedulePlanChange(state, { to: { plan: 'Starter', interval: 'month' }, cause: at }, at),
  (state, at) =>
    schedulePlanChange(state, { to: { plan: 'Team', interval: 'year', licenses: 5 }, cause: at }, at),
];

test('no account becomes due outside the day that is examined each hour, whatever changes are made meanwhile', async () => {
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
          now = Math.ceil((now + after) / hourMs) * hourMs;
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
    { numRuns: runs(150) },
  );
});

describe('an anchor on 31 January', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(async () => database.stop());

  test.each<[string, number, () => Store]>([
    ['in memory', 6, () => new MemoryStore()],
    ['over DynamoDB', 24, () => database.store],
  ])('is refilled on 28 February, 31 March and 30 April: %s, every %i hours', async (_where, hours, make) => {
    const store = make();
    const id = await provisionAccount(store, start, { plan: 'Starter', sastAddon: 'starter' });
    const periods: string[] = [];
    for (let at = start; at < '2026-05-02'; at = plus(at, hours * 60 * minuteMs)) {
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
