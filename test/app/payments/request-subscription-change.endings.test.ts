import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renewAccount } from '#app/billing/change-account.ts';
import { applyCheckout } from '#app/payments/apply-checkout.ts';
import { requireCapability } from '@scangate/domain/plans/plans';
import { Problem, Transient } from '@scangate/domain/problem';
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
  test('is granted once per session, although both the session and its invoice report it', async () => {
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

  test('is not free with a 100 % coupon of the customer', async () => {
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

  test('whose page was not paid grants nothing and is forgotten with the page', async () => {
    const world = await openOnPlan('Starter');
    await ask.packCheckout({ world, id: 'pack' }, 'core-500');
    await advanceTo(world, '2026-03-12');
    expect(core(world).available).toBe(800);
    expect(world.store.all('paymentAccount')[0]).not.toHaveProperty('packCheckouts');
  });
});

describe('a cancellation', () => {
  test('is final: a late `updated` event does not revive a deleted subscription', async () => {
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

  test('of the plan ends the add-on and leaves nothing to pay', async () => {
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

  test('that did not reach Stripe before the renewal is sent before the renewal is collected', async () => {
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

  test('is undone until the end of the paid period if Stripe charged nevertheless, with one mail', async () => {
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

  test('of an add-on that is undone with its plan is mailed once', async () => {
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

  test('of a plan cancels its add-on for good, also if that fails until another plan is bought', async () => {
    const world = await openOnPlan('Team');
    await world.to('2026-03-20T12:00:00.000Z');
    await ask.startAddon({ world, id: 'addon' }, 'team');
    await ask.autoRenew({ world, id: 'off' }, false);
    await world.to('2026-04-10T14:00:00.000Z');
    const cancelNow = async () => {
      throw new Transient('no answer');
    };
    const failing = { ...world, paymentProvider: { ...world.paymentProvider, cancelNow } };
    await deliverAllEvents(failing);
    expect(accountOf(world)).toMatchObject({ plan: 'Free' });
    const { sessionId } = await ask.checkout({ world, id: 'again' }, { plan: 'Starter', interval: 'month' });
    world.stripe.control.completeCheckout(sessionId);
    await deliverAllEvents(failing);
    const granted = causesOf(world.store, world.accountId).filter((cause) =>
      cause.startsWith('refill#2026-03-20'),
    );
    await sweep(world);
    expect(accountOf(world)).toMatchObject({ plan: 'Starter' });
    expect([accountOf(world).sastAddon, liveSubscriptions(world, 'addon')]).toEqual([undefined, []]);
    expect(poolOf(world.store, world.accountId, 'sast').available).toBe(0);
    expect(granted.length).toBeLessThanOrEqual(1);
    await sound(world);
    await ask.startAddon({ world, id: 'new addon' }, 'starter');
    expect(accountOf(world)).toMatchObject({ sastAddon: { size: 'starter' } });
    await sound(world);
  });

  describe('an add-on whose start was interrupted after its payment', () => {
    const cutStart = async (): Promise<PaymentWorld> => {
      const world = await openOnPlan('Starter');
      const paymentProvider = { ...world.paymentProvider };
      paymentProvider.startAddon = async (...call) => {
        await world.paymentProvider.startAddon(...call);
        throw new Crash(1, 'after');
      };
      const ports = { ...world, paymentProvider };
      await expect(ask.startAddon({ world, ports, id: 'addon' }, 'starter')).rejects.toThrow(Crash);
      return world;
    };

    test('is found by the sweep, even without its order and without any event', async () => {
      const world = await cutStart();
      await world.to('2026-03-12T00:00:00.000Z');
      await sweep(world);
      expect(accountOf(world).sastAddon).toMatchObject({ size: 'starter' });
      await sound(world);
    });

    test('is not started again if it has ended at Stripe since', async () => {
      const world = await cutStart();
      await world.client.subscriptions.cancel(liveSubscriptions(world, 'addon')[0]?.id ?? '');
      await sweep(world);
      expect(atStripe(world, 'subscription')).toHaveLength(2);
      expect(world.store.all('paymentAccount')[0]).not.toHaveProperty('addonOrder');
      await sound(world);
    });
  });

  test('of a plan allows another purchase with the same customer', async () => {
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

  test('does not matter for an add-on without a plan, which is refused before any call to Stripe', async () => {
    const world = await openPaymentWorld();
    await withCard(world);
    await expect(ask.startAddon({ world, id: 'addon' }, 'starter')).rejects.not.toThrow(
      PaymentProviderRefused,
    );
    expect(atStripe(world, 'subscription')).toEqual([]);
  });
});
