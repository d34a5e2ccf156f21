import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setRetention } from '@scangate/domain/accounts/retention-setting';
import { CardDeclined, PaymentProviderRefused } from '#ports/payment-provider.ts';
import { changeAccount } from '#app/billing/change-account.ts';
import { poolOf } from '#test/support/billing/accounts.ts';
import { Crash } from '#test/support/store/fault-injection.ts';
import { deliverAllEvents, deliverEvent, takeEvents } from '#test/support/payments/deliver-events.ts';
import { atStripe, liveSubscriptions, paymentViolations } from '#test/support/payments/payment-violations.ts';
import * as ask from '#test/support/payments/buyer-requests.ts';
import {
  accountOf,
  mailsOf,
  openOnPlan,
  setCard,
  sweep,
  advanceTo,
} from '#test/support/payments/payment-scenario.ts';
import {
  faultyPorts,
  openPaymentWorld,
  subscribe,
  type PaymentWorld,
} from '#test/support/payments/payment-world.ts';

let logged: string[] = [];
beforeEach(() => {
  logged = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => logged.push(String(line)) > 0);
});

const sound = async (world: PaymentWorld): Promise<void> =>
  expect(await paymentViolations(world)).toEqual([]);
const core = (world: PaymentWorld) => poolOf(world.store, world.accountId);
const seats = (world: PaymentWorld) => liveSubscriptions(world, 'plan')[0]?.items.data[0]?.quantity;
const starter = { plan: 'Starter', interval: 'month' } as const;

describe('a first plan', () => {
  test('has one open checkout: the first is closed before the second is opened', async () => {
    const world = await openPaymentWorld();
    const first = await ask.checkout({ world, id: 'one' }, starter);
    const second = await ask.checkout({ world, id: 'two' }, starter);
    expect(() => world.stripe.control.completeCheckout(first.sessionId)).toThrow(/open checkout/);
    world.stripe.control.completeCheckout(second.sessionId);
    await deliverAllEvents(world);
    expect(liveSubscriptions(world, 'plan')).toHaveLength(1);
    await sound(world);
  });

  test('has at most one payable checkout, even if two are opened concurrently', async () => {
    const world = await openPaymentWorld();
    await Promise.allSettled([
      ask.checkout({ world, id: 'one' }, starter),
      ask.checkout({ world, id: 'two' }, starter),
    ]);
    const open = atStripe(world, 'checkout.session').filter(({ status }) => status === 'open');
    expect(open.length).toBeLessThan(2);
    for (const { id } of open) world.stripe.control.completeCheckout(id);
    await deliverAllEvents(world);
    await sound(world);
  });

  test('that was paid while another one was being opened counts, and the other one is not opened', async () => {
    const world = await openPaymentWorld();
    const { sessionId } = await ask.checkout({ world, id: 'one' }, starter);
    world.stripe.control.completeCheckout(sessionId);
    await expect(ask.checkout({ world, id: 'two' }, starter)).rejects.toThrow(/just completed/);
    expect(accountOf(world).plan).toBe('Starter');
    await sound(world);
  });

  test('is granted once and mailed once, although both the session and its invoice report it', async () => {
    const world = await openPaymentWorld();
    const { sessionId } = await ask.checkout({ world, id: 'one' }, starter);
    world.stripe.control.completeCheckout(sessionId);
    const events = await takeEvents(world);
    const [invoice] = atStripe(world, 'invoice');
    const selected = events.filter(({ objectId }) => objectId === sessionId || objectId === invoice?.id);
    expect(selected.length).toBeGreaterThan(4);
    for (const event of [...selected, ...selected.toReversed()])
      await deliverEvent(event, world, world.now());
    expect(core(world).available).toBe(800);
    expect(mailsOf(world, 'subscription_active')).toHaveLength(1);
    await sound(world);
  });

  test('moves the card of its checkout from the subscription to the customer', async () => {
    const world = await openOnPlan('Starter');
    expect(liveSubscriptions(world, 'plan')[0]?.default_payment_method).toBeNull();
    const { customerId = '' } = world.store.all('paymentAccount')[0] ?? {};
    expect(await world.paymentProvider.customer(customerId)).toHaveProperty('paymentMethodId');
    await ask.startAddon({ world, id: 'addon' }, 'starter');
    expect(accountOf(world).sastAddon).toMatchObject({ size: 'starter' });
    await sound(world);
  });

  test('stays Free, without a hold, when its first payment is declined', async () => {
    const world = await openPaymentWorld();
    const { sessionId } = await ask.checkout({ world, id: 'one' }, starter);
    expect(() => world.stripe.control.completeCheckout(sessionId, { card: 'declined' })).toThrow(/declined/);
    await advanceTo(world, '2026-03-12');
    expect(accountOf(world)).toMatchObject({ plan: 'Free', unpaidInvoices: [] });
    expect(core(world).available).toBe(100);
    await sound(world);
  });

  test('survives a second subscription that is created outside Scangate, which is canceled and logged', async () => {
    const world = await openOnPlan('Starter');
    const [plan] = liveSubscriptions(world, 'plan');
    const price = plan?.items.data[0]?.price.id ?? '';
    await world.client.subscriptions.create({
      customer: String(plan?.customer),
      items: [{ price }],
      metadata: { accountId: world.accountId, kind: 'plan' },
    });
    expect(liveSubscriptions(world, 'plan')).toHaveLength(2);
    await deliverAllEvents(world);
    expect(liveSubscriptions(world, 'plan').map(({ id }) => id)).toEqual([plan?.id]);
    expect(logged.filter((line) => line.includes('a second subscription'))).not.toEqual([]);
    expect(core(world).available).toBe(800);
    await sound(world);
  });

  test('that ended without its event being handled is replaced by the next one', async () => {
    const world = await openOnPlan('Starter', { interval: 'year' });
    const [former] = liveSubscriptions(world, 'plan');
    await world.client.subscriptions.cancel(former?.id ?? '');
    const prices = await world.client.prices.list({ lookup_keys: ['team_month'] });
    await world.client.subscriptions.create({
      customer: String(former?.customer),
      items: [{ price: prices.data[0]?.id ?? '', quantity: 5 }],
      metadata: { accountId: world.accountId, kind: 'plan' },
    });
    const news = (await takeEvents(world)).filter(({ objectId }) => objectId !== former?.id);
    for (const event of news) await deliverEvent(event, world, world.now());
    expect(accountOf(world)).toMatchObject({ plan: 'Team', licenses: 5, interval: 'month' });
    await sound(world);
  });

  test('resets a short retention when the plan changes', async () => {
    const world = await openOnPlan('Team');
    const at = world.now().toISOString();
    const short = (state: Parameters<typeof setRetention>[0]) =>
      setRetention(state, { days: 7, plan: 'Team', cause: 'short' });
    await changeAccount(world.accountId, { rule: short, now: at }, world.store);
    await ask.choosePlan({ world, id: 'down' }, starter);
    expect(accountOf(world).retentionDays).toBe(7);
    await advanceTo(world, '2026-04-10');
    expect(accountOf(world)).toMatchObject({ plan: 'Starter', retentionDays: 90 });
  });
});

describe('a change of the plan', () => {
  test('is dropped when auto-renew is switched off, and stays dropped when it is switched on', async () => {
    const world = await openOnPlan('Team');
    await ask.choosePlan({ world, id: 'down' }, starter);
    await ask.autoRenew({ world, id: 'off' }, false);
    expect(accountOf(world)).toMatchObject({ endsAt: '2026-04-10T12:00:00.000Z' });
    expect(accountOf(world).pending).toBeUndefined();
    await sound(world);
    await ask.autoRenew({ world, id: 'on' }, true);
    await sound(world);
    await ask.choosePlan({ world, id: 'down again' }, starter);
    await advanceTo(world, '2026-04-10');
    expect(accountOf(world)).toMatchObject({ plan: 'Starter', paidUntilAt: '2026-05-10T12:00:00.000Z' });
    await sound(world);
  });

  test('from 10 licenses to 6 pending and then to 12 gives twelve, now and after the renewal', async () => {
    const world = await openOnPlan('Team', { licenses: 10 });
    await ask.changeLicenses({ world, id: 'fewer' }, 6);
    expect(accountOf(world).pending).toMatchObject({ licenses: 6 });
    await ask.changeLicenses({ world, id: 'more' }, 12);
    expect(accountOf(world)).toMatchObject({ licenses: 12 });
    expect(accountOf(world).pending).toBeUndefined();
    await sound(world);
    await advanceTo(world, '2026-04-10');
    expect([accountOf(world).licenses, seats(world), core(world).included]).toEqual([12, 12, 1_200]);
    await sound(world);
  });

  test('to yearly and back counts months from Stripe’s anchor, even at the end of a month', async () => {
    const world = await openPaymentWorld('2026-01-31T11:00:00.000Z');
    await world.to('2026-01-31T12:00:00.000Z');
    await subscribe(world, starter);
    await ask.choosePlan({ world, id: 'year' }, { plan: 'Starter', interval: 'year' });
    await advanceTo(world, '2026-02-28');
    await sound(world);
    await ask.choosePlan({ world, id: 'month' }, starter);
    await advanceTo(world, '2027-02-28');
    expect(core(world).periodEndAt).toBe('2027-03-28T12:00:00.000Z');
    await sound(world);
  });

  test('to more licenses grants nothing before the proration is paid', async () => {
    for (const kind of ['declined', 'authentication_required'] as const) {
      const world = await openOnPlan('Team');
      setCard(world, kind);
      await advanceTo(world, '2026-03-20');
      await expect(ask.changeLicenses({ world, id: kind }, 9)).rejects.toThrow(CardDeclined);
      await deliverAllEvents(world);
      expect([accountOf(world).licenses, core(world).included, seats(world)]).toEqual([6, 600, 6]);
      expect(mailsOf(world, 'payment_failed')).toEqual([]);
      expect(accountOf(world).unpaidInvoices).toEqual([]);
      await sound(world);
      setCard(world, 'ok');
      await ask.changeLicenses({ world, id: `${kind} again` }, 9);
      expect([accountOf(world).licenses, seats(world)]).toEqual([9, 9]);
      await sound(world);
    }
  });

  test('to more licenses grants for the time left when they were bought, whenever the event arrives', async () => {
    const world = await openOnPlan('Team');
    await world.to('2026-03-26T00:00:00.000Z');
    const faulty = faultyPorts(world, new Map([[10, 'after']]));
    const called = vi.spyOn(world.paymentProvider, 'raiseQuantity');
    await expect(ask.changeLicenses({ world, ports: faulty.ports, id: 'seats' }, 10)).rejects.toThrow(Crash);
    expect([called.mock.calls.length, accountOf(world).licenses]).toEqual([1, 6]);
    await world.to('2026-04-02T12:00:00.000Z');
    await sweep(world);
    // 15.5 of 31 days were left.
    expect(core(world).included).toBe(600 + 200);
    await sound(world);
  });

  test('to more licenses that are paid between a renewal and its payment is kept', async () => {
    const world = await openOnPlan('Team');
    await ask.choosePlan({ world, id: 'seven' }, { plan: 'Team', interval: 'month', licenses: 7 });
    await world.to('2026-04-10T11:59:00.000Z');
    const paymentProvider = {
      ...world.paymentProvider,
      raiseQuantity: () => Promise.reject(new Crash(1, 'before')),
    };
    const ports = { ...world, paymentProvider };
    await expect(ask.changeLicenses({ world, ports, id: 'nine' }, 9)).rejects.toThrow(Crash);
    for (const instant of ['2026-04-10T12:10:00.000Z', '2026-04-10T14:00:00.000Z']) {
      await world.to(instant);
      await sweep(world);
      await sound(world);
    }
    expect([accountOf(world).licenses, seats(world)]).toEqual([9, 9]);
  });

  test('whose schedule was released and not rebuilt is rebuilt by the sweep with the current licenses', async () => {
    const world = await openOnPlan('Team');
    await ask.choosePlan({ world, id: 'year' }, { plan: 'Team', interval: 'year', licenses: 6 });
    const released = { ...world.paymentProvider };
    released.releaseSchedule = async (...call) => {
      await world.paymentProvider.releaseSchedule(...call);
      throw new Crash(1, 'after');
    };
    await expect(
      ask.changeLicenses({ world, ports: { ...world, paymentProvider: released }, id: 'seats' }, 8),
    ).rejects.toThrow(Crash);
    expect(liveSubscriptions(world, 'plan')[0]?.schedule).toBeNull();
    await sweep(world);
    expect(liveSubscriptions(world, 'plan')[0]?.schedule).not.toBeNull();
    await sound(world);
    await advanceTo(world, '2026-04-10');
    expect(accountOf(world)).toMatchObject({ plan: 'Team', interval: 'year', licenses: 8 });
    expect(accountOf(world).paidUntilAt).toBe('2027-04-10T12:00:00.000Z');
    await sound(world);
  });

  test('to more licenses is refused and dropped when the plan has ended at Stripe', async () => {
    const world = await openOnPlan('Team');
    const [plan] = liveSubscriptions(world, 'plan');
    await world.client.subscriptions.cancel(plan?.id ?? '');
    const refused = ask.changeLicenses({ world, id: 'seats' }, 9);
    await expect(refused).rejects.toThrow(PaymentProviderRefused);
    expect(accountOf(world).plan).toBe('Free');
    expect(world.store.all('paymentAccount')[0]).not.toHaveProperty('licensesOrder');
    await sound(world);
  });

  test('to an add-on is not charged when the plan has ended at Stripe', async () => {
    const world = await openOnPlan('Team');
    await world.client.subscriptions.cancel(liveSubscriptions(world, 'plan')[0]?.id ?? '');
    await expect(ask.startAddon({ world, id: 'addon' }, 'team')).rejects.toThrow(PaymentProviderRefused);
    expect(atStripe(world, 'subscription')).toHaveLength(1);
    await sound(world);
  });
});
