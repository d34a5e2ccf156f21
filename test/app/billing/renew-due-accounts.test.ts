import { describe, expect, test, vi } from 'vitest';
import { log } from '#runtime/log.ts';
import { changeAccount } from '#app/billing/change-account.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import { renewalMinutes, renewDueAccounts } from '#app/billing/renew-due-accounts.ts';
import { spec } from '#functions/jobs/renew-due-accounts/function.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { schedulePlanChange } from '@scangate/domain/plans/plan-change';
import { cancelSastAddon } from '@scangate/domain/plans/sast-addon';
import type { BillingState, BillingOutcome } from '@scangate/domain/accounts/billing-state';
import type { Change } from '@scangate/domain/record-changes';
import type { Store } from '#ports/store.ts';
import { causesOf, provisionAccount, poolOf } from '#test/support/billing/accounts.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import {
  useRenewalRuns,
  minuteMs,
  dayMs,
  start,
  plus,
  run,
  watched,
} from '#test/support/billing/renewal-runs.ts';

useRenewalRuns();

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

  test('is found within a day by the next run after an interrupted one', async () => {
    const store = new MemoryStore();
    const id = await provisionAccount(store, start);
    expect(await run(store, '2026-03-01T08:00:00.000Z')).toMatchObject({ renewed: 1 });
    expect(causesOf(store, id)).toContain('refill#2026-02-28T08:00:00.000Z');
  });
});

test('one run of each hour begins in the minutes in which the last day is examined', () => {
  expect(spec.everyMinutes).toBe(renewalMinutes);
});

test('what is missed for more than an hour is found by the first run of an hour', async () => {
  const store = new MemoryStore();
  await provisionAccount(store, start);
  const late = '2026-02-28T12:05:00.000Z';
  expect(await run(store, late)).toMatchObject({ examined: 0 });
  expect(await run(store, plus(late, 55 * minuteMs))).toMatchObject({ examined: 1, renewed: 1 });
});

describe('after a longer outage', () => {
  const lateBy = (days: number) => plus('2026-02-28T08:00:00.000Z', days * dayMs);

  test('an operator can name the start of the examined time', async () => {
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

  test('a `since` that is not a timestamp is refused', async () => {
    await expect(run(new MemoryStore(), start, { since: 'yesterday' })).rejects.toThrow('not an instant');
  });
});

describe('an account that is not due', () => {
  test('is not renewed because of an idle pool', async () => {
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
