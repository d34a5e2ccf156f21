import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renewAccount } from '#app/billing/change-account.ts';
import { applyCheckout } from '#app/payments/apply-checkout.ts';
import { requireCapability } from '@scangate/domain/plans/plans';
import { Problem } from '@scangate/domain/problem';
import { PaymentProviderRefused } from '#ports/payment-provider.ts';
import { causesOf, poolOf } from '#test/support/billing/accounts.ts';
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
  withCard,
  type PaymentWorld,
} from '#test/support/payments/payment-world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const sound = async (world: PaymentWorld): Promise<void> =>
  expect(await paymentViolations(world)).toEqual([]);
const core = (world: PaymentWorld) => poolOf(world.store, world.accountId);
const starter = { plan: 'Starter', interval: 'month' } as const;

describe('a pack', () => {
  test('session and its invoice both granting: its credits come once, by the session', async () => {
    const world = await openOnPlan('Starter');
    const { sessionId } = await ask.packCheckout({ world, id: 'pack' }, 'core-500');
    world.stripe.control.completeCheckout(sessionId);
    const events = await takeEvents(world);
    for (const event of [...events, ...events.toReversed()]) await deliverEvent(event, world, world.now());
    await applyCheckout(sessionId, world, world.now());
    expect(core(world)).toMatchObject({ available: 1_300, purchased: 500 });
    expect(causesOf(world.store, world.accountId)).toContain(`pack#${sessionId}`);
    expect(mailsOf(world, 'receipt')).toHaveLength(1);
    await sound(world);
  });

  test('a 100 % coupon making packs free: not the customer’s own', async () => {
    const world = await openOnPlan('Starter');
    const coupon = await world.client.coupons.create({ percent_off: 100, duration: 'forever' });
    world.stripe.control.setDiscount({ organizationId: world.accountId }, coupon.id);
    const { sessionId } = await ask.packCheckout({ world, id: 'pack' }, 'core-100');
    world.stripe.control.completeCheckout(sessionId);
    await deliverAllEvents(world);
    const [session] = atStripe(world, 'checkout.session').filter(({ id }) => id === sessionId);
    expect(session?.amount_total).toBeGreaterThan(0);
    expect(atStripe(world, 'invoice').find(({ id }) => id === session?.invoice)?.amount_paid).toBe(
      session?.amount_total,
    );
  });

  test('on a page that nobody paid it gives nothing, and is forgotten with the page', async () => {
    const world = await openOnPlan('Starter');
    await ask.packCheckout({ world, id: 'pack' }, 'core-500');
    await advanceTo(world, '2026-03-12');
    expect(core(world).available).toBe(800);
    expect(world.store.all('paymentAccount')[0]).not.toHaveProperty('packCheckouts');
  });
});

describe('what ends', () => {
  test('a late `updated` reviving a deleted subscription: Free it is, for 30 days, without API', async () => {
    const world = await openOnPlan('Team');
    await ask.autoRenew({ world, id: 'off' }, false);
    const late = await takeEvents(world);
    await advanceTo(world, '2026-04-10');
    expect(late.map(({ type }) => type)).toContain('customer.subscription.updated');
    for (const event of late) await deliverEvent(event, world, world.now());
    expect(accountOf(world)).toMatchObject({ plan: 'Free', retentionDays: 30, renewedBy: 'schedule' });
    expect(() => requireCapability(accountOf(world).plan, 'api')).toThrow(Problem);
    await sound(world);
  });

  test('with the plan ends the add-on, and nothing is asked for any more', async () => {
    const world = await openOnPlan('Starter');
    await ask.startAddon({ world, id: 'addon' }, 'starter');
    setCard(world, 'declined');
    await advanceTo(world, '2026-04-10');
    expect(accountOf(world).unpaidInvoices).toHaveLength(2);
    await world.client.subscriptions.cancel(liveSubscriptions(world, 'plan')[0]?.id ?? '');
    await deliverAllEvents(world);
    expect(accountOf(world)).toMatchObject({ plan: 'Free', unpaidInvoices: [] });
    expect(accountOf(world).sastAddon).toBeUndefined();
    expect(liveSubscriptions(world, 'addon')).toEqual([]);
    expect(atStripe(world, 'invoice').filter(({ status }) => status === 'open')).toEqual([]);
    expect(world.store.all('invoice').filter(({ status }) => status === 'open')).toEqual([]);
    await sound(world);
  });

  test('auto-renew off that Stripe did not hear of before it renewed: ended there, before that is collected', async () => {
    const world = await openOnPlan('Starter', { interval: 'year' });
    await world.to('2027-03-10T11:59:00.000Z');
    const { ports } = faultyPorts(world, new Map([[4, 'before']]));
    await expect(ask.autoRenew({ world, ports, id: 'off' }, false)).rejects.toThrow(Crash);
    await world.to('2027-03-10T12:10:00.000Z');
    await sweep(world);
    await advanceTo(world, '2027-03-11');
    expect(accountOf(world)).toMatchObject({ plan: 'Free' });
    expect(liveSubscriptions(world, 'plan')).toEqual([]);
    expect(atStripe(world, 'invoice').filter(({ status }) => status === 'paid')).toHaveLength(1);
    await sound(world);
  });

  test('a plan that was over here and was charged all the same is given to the end of what is paid, and told of once', async () => {
    const world = await openOnPlan('Starter');
    await advanceTo(world, '2026-04-10');
    await world.to('2026-05-10T11:59:00.000Z');
    const { ports } = faultyPorts(world, new Map([[4, 'before']]));
    await expect(ask.autoRenew({ world, ports, id: 'off' }, false)).rejects.toThrow(Crash);
    await advanceTo(world, '2026-05-11');
    await sweep(world);
    const end = '2026-06-10T12:00:00.000Z';
    expect(accountOf(world)).toMatchObject({ plan: 'Starter', paidUntilAt: end, endsAt: end });
    expect(mailsOf(world, 'receipt')).toHaveLength(2);
    await sound(world);
    await advanceTo(world, '2026-06-10');
    expect(accountOf(world)).toMatchObject({ plan: 'Free' });
    expect(accountOf(world).endsAt).toBeUndefined();
    await sound(world);
  });

  test('an add-on that ended here with its plan, and is given again with it, is told of once', async () => {
    const world = await openOnPlan('Starter');
    await world.to('2026-04-10T11:50:00.000Z');
    await ask.startAddon({ world, id: 'addon' }, 'starter');
    const { ports } = faultyPorts(world, new Map([[4, 'before']]));
    await expect(ask.autoRenew({ world, ports, id: 'off' }, false)).rejects.toThrow(Crash);
    await world.to('2026-04-10T14:00:00.000Z');
    await renewAccount(world.accountId, world.store, world.now().toISOString());
    expect(accountOf(world).sastAddon).toBeUndefined();
    await sweep(world);
    expect(accountOf(world)).toMatchObject({ plan: 'Starter', sastAddon: { size: 'starter' } });
    expect(mailsOf(world, 'receipt').filter(({ facts }) => facts['sastAddon'])).toHaveLength(1);
    await sound(world);
  });

  describe('an add-on whose start was cut after it was paid', () => {
    const cutStart = async (): Promise<PaymentWorld> => {
      const world = await openOnPlan('Starter');
      const till = { ...world.paymentProvider };
      till.startAddon = async (...call) => {
        await world.paymentProvider.startAddon(...call);
        throw new Crash(1, 'after');
      };
      const ports = { ...world, paymentProvider: till };
      await expect(ask.startAddon({ world, ports, id: 'addon' }, 'starter')).rejects.toThrow(Crash);
      return world;
    };

    test('is found by the sweep, also when the order is forgotten, and every message lost', async () => {
      const world = await cutStart();
      await world.to('2026-03-12T00:00:00.000Z');
      await sweep(world);
      expect(accountOf(world).sastAddon).toMatchObject({ size: 'starter' });
      await sound(world);
    });

    test('and that was ended at the till since, is not begun again', async () => {
      const world = await cutStart();
      await world.client.subscriptions.cancel(liveSubscriptions(world, 'addon')[0]?.id ?? '');
      await sweep(world);
      expect(atStripe(world, 'subscription')).toHaveLength(2);
      expect(world.store.all('paymentAccount')[0]).not.toHaveProperty('addonOrder');
      await sound(world);
    });
  });

  test('a plan that was given up can be bought anew, with the same customer', async () => {
    const world = await openOnPlan('Starter');
    await ask.autoRenew({ world, id: 'off' }, false);
    await advanceTo(world, '2026-04-11');
    const { sessionId } = await ask.checkout({ world, id: 'again' }, starter);
    world.stripe.control.completeCheckout(sessionId);
    await deliverAllEvents(world);
    expect(accountOf(world)).toMatchObject({ plan: 'Starter', paidUntilAt: '2026-05-11T14:00:00.000Z' });
    expect(atStripe(world, 'customer')).toHaveLength(1);
    await sound(world);
  });

  test('an add-on asked for without a plan is refused before the till hears of it', async () => {
    const world = await openPaymentWorld();
    await withCard(world);
    await expect(ask.startAddon({ world, id: 'addon' }, 'starter')).rejects.not.toThrow(
      PaymentProviderRefused,
    );
    expect(atStripe(world, 'subscription')).toEqual([]);
  });
});
