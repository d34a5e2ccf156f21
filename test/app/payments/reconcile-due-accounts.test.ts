import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openPackCheckout, openPlanCheckout } from '#app/payments/purchases/open-checkout.ts';
import { reconcileDueAccounts } from '#app/payments/reconcile-due-accounts.ts';
import { reconcilePayments } from '#app/payments/reconcile-payments.ts';
import { Transient } from '@scangate/domain/problem';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import { provisionAccount } from '#test/support/billing/accounts.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { openPaymentWorld, type PaymentWorld } from '#test/support/payments/payment-world.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

const start = '2026-03-10T12:00:00.000Z';
const hourLater = '2026-03-10T13:00:00.000Z';

let world: PaymentWorld;
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  world = await openPaymentWorld(start);
});

const run = (
  ports: { store: PaymentWorld['store']; paymentProvider: PaymentProvider } = world,
  context = taskContextAt(world.now()),
) => reconcileDueAccounts({ ...ports, log: world.log }, context);
const row = (accountId = world.accountId) =>
  world.store.all('paymentAccount').find((one) => one.accountId === accountId);
const account = (accountId = world.accountId) =>
  world.store.all('account').find((one) => one.accountId === accountId);
/** Completes a checkout without delivering its events. */
const paidCheckout = async (accountId = world.accountId) => {
  const who = { accountId, name: 'Acme', now: world.now() };
  const order = { plan: 'Starter' as const, interval: 'month' as const };
  const { sessionId } = await openPlanCheckout(who, { orderId: `order-${accountId}`, order }, world);
  world.stripe.control.completeCheckout(sessionId);
};
const failingFor = (accountId: string): PaymentProvider => {
  const fails = (row(accountId)?.checkout?.sessionId ?? '') as string;
  return {
    ...world.paymentProvider,
    checkout: (sessionId) =>
      sessionId === fails
        ? Promise.reject(new Transient('no answer'))
        : world.paymentProvider.checkout(sessionId),
  };
};

describe('a run reconciles', () => {
  test('a checkout without events: the plan is in force, and due again a day before its renewal', async () => {
    await paidCheckout();
    expect(await run()).toEqual({ reconciled: 1, failed: 0 });
    expect(account()).toMatchObject({ plan: 'Starter', renewedBy: 'invoice' });
    expect(row()).toMatchObject({ dueAt: '2026-04-09T12:00:00.000Z' });
    expect(violationsOf(moneyRecords(world.store))).toEqual([]);
  });

  test('a pack and a renewal without events', async () => {
    await paidCheckout();
    await run();
    const who = { accountId: world.accountId, name: 'Acme', now: world.now() };
    const { sessionId } = await openPackCheckout(who, { orderId: 'pack', pack: 'core-100' }, world);
    world.stripe.control.completeCheckout(sessionId);
    await run();
    expect(world.store.all('ledgerEntry').filter(({ cause }) => cause === `pack#${sessionId}`)).toHaveLength(
      1,
    );
    await world.to('2026-04-10T14:00:00.000Z');
    await run();
    expect(account()?.paidUntilAt).toBe('2026-05-10T12:00:00.000Z');
    expect(violationsOf(moneyRecords(world.store))).toEqual([]);
  });

  test('nothing when it is repeated', async () => {
    await paidCheckout();
    await run();
    const before = allRecords(world.store);
    expect(await run()).toEqual({ reconciled: 0, failed: 0 });
    expect(allRecords(world.store)).toEqual(before);
  });

  test('once when two runs are concurrent', async () => {
    await paidCheckout();
    await Promise.all([run(), run()]);
    expect(account()).toMatchObject({ plan: 'Starter' });
    expect(violationsOf(moneyRecords(world.store))).toEqual([]);
  });

  test('the others when one fails, which is postponed by an hour', async () => {
    const others = [];
    for (let count = 0; count < 3; count++) others.push(await provisionAccount(world.store, start));
    for (const accountId of [world.accountId, ...others]) await paidCheckout(accountId);
    const ports = { store: world.store, paymentProvider: failingFor(world.accountId) };
    await expect(run(ports)).rejects.toThrow('1 accounts could not be reconciled');
    expect(others.map((id) => account(id)?.plan)).toEqual(['Starter', 'Starter', 'Starter']);
    expect([account()?.plan, row()?.dueAt]).toEqual(['Free', hourLater]);
    expect(await run()).toEqual({ reconciled: 0, failed: 0 });
    await world.to(hourLater);
    expect(await run()).toMatchObject({ failed: 0 });
    expect(account()?.plan).toBe('Starter');
  });

  test('the others when one cannot even be postponed', async () => {
    const others = [];
    for (let count = 0; count < 16; count++) others.push(await provisionAccount(world.store, start));
    for (const accountId of [world.accountId, ...others]) await paidCheckout(accountId);
    const { store } = world;
    const isTheOne = (changes: readonly object[]) => JSON.stringify(changes).includes(world.accountId);
    const commit: typeof store.commit = (changes) =>
      isTheOne(changes) ? Promise.reject(new Transient('contended')) : store.commit(changes);
    const failing = new Proxy(store, {
      get: (target, name) =>
        name === 'commit' ? commit : (Reflect.get(target, name) as CallableFunction).bind(target),
    });
    await expect(run({ store: failing, paymentProvider: world.paymentProvider })).rejects.toThrow(
      '1 accounts',
    );
    expect(new Set(others.map((id) => account(id)?.plan))).toEqual(new Set(['Starter']));
    expect(await run()).toEqual({ reconciled: 1, failed: 0 });
  });

  test('until its time is over, and the next run continues', async () => {
    const more = await provisionAccount(world.store, start);
    await paidCheckout();
    await paidCheckout(more);
    const over = AbortSignal.abort(new Error('time is over'));
    expect(await run(world, { ...taskContextAt(world.now()), signal: over })).toEqual({
      reconciled: 0,
      failed: 0,
    });
    expect(await run()).toMatchObject({ reconciled: 2 });
  });

  test('no account that Stripe does not know', async () => {
    await provisionAccount(world.store, start, { plan: 'Team' });
    expect(await run()).toEqual({ reconciled: 0, failed: 0 });
  });

  test('an account that differs from Stripe repeatedly, and reports it after an hour', async () => {
    await paidCheckout();
    await run();
    const lines: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const reported = () =>
      lines.splice(0).filter((line) => line.includes('AccountsDifferingForAnHour')).length;
    const changed = { change: 'update', record: 'account', id: { accountId: world.accountId } } as const;
    await world.store.commit([{ ...changed, set: { plan: 'Team', licenses: 9 } }]);
    await world.to('2026-03-20T12:00:00.000Z');
    await reconcilePayments(world.accountId, world, world.now());
    expect(row()).toMatchObject({
      differsSince: '2026-03-20T12:00:00.000Z',
      dueAt: '2026-03-20T12:15:00.000Z',
    });
    for (const [time, reports] of [
      ['12:15', 0],
      ['12:59', 0],
      ['13:15', 1],
      ['13:30', 1],
    ] as const) {
      await world.to(`2026-03-20T${time}:00.000Z`);
      await run();
      expect([time, reported()]).toEqual([time, reports]);
    }
    await world.store.commit([{ ...changed, set: { plan: 'Starter' }, unset: ['licenses'] }]);
    await world.to('2026-03-20T13:45:00.000Z');
    await run();
    expect(reported()).toBe(0);
    expect(row()).not.toHaveProperty('differsSince');
  });

  test('an account that fails for an hour, and reports it', async () => {
    await paidCheckout();
    const lines: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const ports = { store: world.store, paymentProvider: failingFor(world.accountId) };
    await expect(run(ports)).rejects.toThrow('could not be reconciled');
    expect(lines.join('')).not.toContain('AccountsDifferingForAnHour');
    await world.to(hourLater);
    await expect(run(ports)).rejects.toThrow('could not be reconciled');
    expect(lines.join('')).toContain('"AccountsDifferingForAnHour":1');
  });
});
