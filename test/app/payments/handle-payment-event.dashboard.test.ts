import { beforeEach, describe, expect, test, vi } from 'vitest';
import { handlePaymentEvent } from '#app/payments/handle-payment-event.ts';
import { rechargePool } from '#app/auto-recharge/recharge-pool.ts';
import { applySubscription } from '#app/payments/apply-subscription.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { Transient } from '@scangate/domain/problem';
import { CardDeclined, PaymentProviderRefused, type PaymentProvider } from '#ports/payment-provider.ts';
import { poolOf } from '#test/support/billing/accounts.ts';
import { deliverAllEvents, takeEvents } from '#test/support/payments/deliver-events.ts';
import { atStripe, liveSubscriptions, paymentViolations } from '#test/support/payments/payment-violations.ts';
import * as ask from '#test/support/payments/buyer-requests.ts';
import {
  accountOf,
  mailsOf,
  openOnPlan,
  openInvoices,
  setCard,
  sweep,
  advanceTo,
} from '#test/support/payments/payment-scenario.ts';
import { openPaymentWorld, setRecharge, type PaymentWorld } from '#test/support/payments/payment-world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const sound = async (world: PaymentWorld): Promise<void> =>
  expect(await paymentViolations(world)).toEqual([]);
const included = (world: PaymentWorld) => poolOf(world.store, world.accountId).included;

/** Returns the subscription of the plan and its item, as the dashboard shows them. */
const planAt = (world: PaymentWorld): { id: string; item: string } => {
  const [plan] = liveSubscriptions(world, 'plan');
  const [item] = plan?.items.data ?? [];
  if (!plan || !item) throw new Error('there is no live plan');
  return { id: plan.id, item: item.id };
};

describe('a renewal that Stripe made before it got the change', () => {
  /** A provider that refuses every call about schedules. */
  const busy = (world: PaymentWorld) => {
    const fails = () => Promise.reject(new Transient('busy'));
    return {
      ...world,
      paymentProvider: { ...world.paymentProvider, scheduleNext: fails, releaseSchedule: fails },
    };
  };

  test('fewer licenses that were requested too late apply from the next renewal', async () => {
    const world = await openOnPlan('Team');
    await world.to('2026-04-10T11:00:00.000Z');
    await ask.changeLicenses({ world, ports: busy(world), id: 'down' }, 5);
    await advanceTo(world, '2026-04-10');
    expect(accountOf(world)).toMatchObject({
      licenses: 6,
      pending: { licenses: 5, effectiveAt: '2026-05-10T12:00:00.000Z' },
    });
    await sweep(world);
    await sound(world);
    await advanceTo(world, '2026-05-10');
    expect([accountOf(world).licenses, accountOf(world).pending, included(world)]).toEqual([
      5,
      undefined,
      500,
    ]);
    await sound(world);
  });

  test('fewer licenses that were undone too late are as many as are paid for', async () => {
    const world = await openOnPlan('Team');
    await ask.changeLicenses({ world, id: 'down' }, 5);
    await world.to('2026-04-10T11:00:00.000Z');
    await ask.undoChange({ world, ports: busy(world), id: 'undo' });
    await advanceTo(world, '2026-04-10');
    await sweep(world);
    expect([accountOf(world).licenses, included(world)]).toEqual([5, 500]);
    await sound(world);
  });
});

describe('a change in the Stripe dashboard', () => {
  test.each([5, 10])(
    'to %i licenses instead of six applies from the renewal that is paid for them',
    async (to) => {
      const world = await openOnPlan('Team');
      const { id, item } = planAt(world);
      await world.client.subscriptions.update(id, {
        items: [{ id: item, quantity: to }],
        proration_behavior: 'create_prorations',
      });
      await deliverAllEvents(world);
      expect([accountOf(world).licenses, included(world)]).toEqual([6, 600]);
      await advanceTo(world, '2026-04-10');
      expect([accountOf(world).licenses, included(world)]).toEqual([to, to * 100]);
      await sound(world);
    },
  );

  test('that deletes the customer ends the plan, and the next purchase creates another customer', async () => {
    const world = await openOnPlan('Starter');
    const [customer] = atStripe(world, 'customer');
    await world.client.customers.del(String(customer?.id));
    await deliverAllEvents(world);
    await sweep(world);
    expect(accountOf(world).plan).toBe('Free');
    await world.to('2026-03-10T13:00:00.000Z');
    const { sessionId } = await ask.checkout({ world, id: 'again' }, { plan: 'Starter', interval: 'month' });
    world.stripe.control.completeCheckout(sessionId);
    await deliverAllEvents(world);
    expect(accountOf(world).plan).toBe('Starter');
    await sound(world);
  });

  test.each([true, false])(
    'that writes off a failed renewal keeps the hold, its failure handled before: %s; a new card pays it',
    async (isHandled) => {
      const world = await openOnPlan('Team');
      setCard(world, 'declined');
      await deliverAllEvents(world);
      await world.to('2026-04-10T14:00:00.000Z');
      await (isHandled ? deliverAllEvents(world) : takeEvents(world));
      const [invoice = ''] = openInvoices(world, 'plan');
      await world.client.invoices.markUncollectible(invoice);
      await deliverAllEvents(world);
      expect(accountOf(world).unpaidInvoices).toMatchObject([{ invoiceId: invoice }]);
      expect(mailsOf(world, 'payment_failed')).toHaveLength(1);
      setCard(world, 'ok');
      await deliverAllEvents(world);
      expect(accountOf(world)).toMatchObject({
        unpaidInvoices: [],
        paidUntilAt: '2026-05-10T12:00:00.000Z',
      });
      await sound(world);
    },
  );

  test('that ends a plan with a written-off renewal leaves nothing to pay', async () => {
    const world = await openOnPlan('Team');
    setCard(world, 'declined');
    await advanceTo(world, '2026-04-10');
    const [invoice = ''] = openInvoices(world, 'plan');
    await world.client.invoices.markUncollectible(invoice);
    await world.client.subscriptions.cancel(planAt(world).id);
    await deliverAllEvents(world);
    expect(accountOf(world)).toMatchObject({ plan: 'Free', unpaidInvoices: [] });
    expect(atStripe(world, 'invoice').map(({ status }) => status)).toEqual(['paid', 'void']);
    await sound(world);
  });
});

describe('a rolled API key', () => {
  const refusing = (world: PaymentWorld, ...names: (keyof PaymentProvider)[]) => {
    const refuse = () => Promise.reject(new PaymentProviderRefused('key_refused', 'the key'));
    const paymentProvider: PaymentProvider = {
      ...world.paymentProvider,
      ...Object.fromEntries(names.map((name) => [name, refuse])),
    };
    return { ...world, paymentProvider };
  };
  const discounted = async (world: PaymentWorld): Promise<string> => {
    const coupon = await world.client.coupons.create({ percent_off: 50, duration: 'forever' });
    const promotion = { type: 'coupon' as const, coupon: coupon.id };
    return (await world.client.promotionCodes.create({ promotion })).id;
  };
  const discounts = (world: PaymentWorld) =>
    liveSubscriptions(world, 'plan').map((one) => one.discounts.length);

  test('before a checkout keeps the discount that was redeemed for it', async () => {
    const world = await openPaymentWorld();
    await ask.redeem({ world, id: 'code' }, await discounted(world));
    const order = { plan: 'Starter', interval: 'month' } as const;
    const ports = refusing(world, 'openPlanCheckout');
    await expect(ask.checkout({ world, ports, id: 'one' }, order)).rejects.toThrow(PaymentProviderRefused);
    const { sessionId } = await ask.checkout({ world, id: 'one' }, order);
    world.stripe.control.completeCheckout(sessionId);
    await deliverAllEvents(world);
    expect(discounts(world)).toEqual([1]);
    await sound(world);
  });

  test('before a discount or licenses are ordered leaves them to the sweep, which uses the new key', async () => {
    const world = await openOnPlan('Team');
    const ports = refusing(world, 'applyPromotion', 'raiseQuantity');
    const promotionId = await discounted(world);
    await ask.redeem({ world, ports, id: 'code' }, promotionId);
    await expect(ask.changeLicenses({ world, ports, id: 'up' }, 8)).rejects.toThrow(Transient);
    await sweep(world);
    expect([discounts(world), accountOf(world).licenses]).toEqual([[1], 8]);
    await sound(world);
  });
});

describe('the real Stripe', () => {
  test('stores the answer of a key, so that an order repeated after a decline uses another key', async () => {
    const world = await openOnPlan('Team');
    setCard(world, 'declined');
    await expect(ask.startAddon({ world, id: 'same' }, 'team')).rejects.toThrow(CardDeclined);
    setCard(world, 'ok');
    await world.to('2026-03-10T12:05:00.000Z');
    await ask.startAddon({ world, id: 'same' }, 'team');
    expect(accountOf(world).sastAddon).toMatchObject({ size: 'team' });
    await deliverAllEvents(world);
    await sound(world);
  });

  test('gives an invoice a new link at each read, for which a paid invoice is not written again', async () => {
    const world = await openOnPlan('Starter');
    for (const day of ['2026-04-10', '2026-05-10', '2026-06-10']) await advanceTo(world, day);
    const invoices: PaymentWorld['paymentProvider']['invoices'] = async (id) =>
      (await world.paymentProvider.invoices(id)).map((one) => ({
        ...one,
        hostedUrl: `${one.hostedUrl}?later`,
      }));
    const commit = vi.spyOn(world.store, 'commit');
    const ports = { ...world, paymentProvider: { ...world.paymentProvider, invoices } };
    await applySubscription(planAt(world).id, ports, world.now());
    expect(commit).not.toHaveBeenCalled();
  });

  test('sends every event to each deployment, which ignores those of the others', async () => {
    const world = await openOnPlan('Starter');
    await setRecharge(world, 'core', { threshold: 900 });
    await rechargePool({ accountId: world.accountId, pool: 'core' }, world, world.now());
    const { sessionId } = await ask.packCheckout({ world, id: 'pack' }, 'core-100');
    world.stripe.control.completeCheckout(sessionId);
    const [charge] = atStripe(world, 'charge');
    world.stripe.control.refund(String(charge?.id));
    setCard(world, 'ok');
    await world.to('2026-04-10T14:00:00.000Z');
    const events = await takeEvents(world);
    const objects = new Set(events.map(({ object }) => object));
    expect([...objects].toSorted()).toEqual([
      'charge',
      'checkout',
      'customer',
      'invoice',
      'other',
      'subscription',
    ]);
    const store = new MemoryStore();
    const commit = vi.spyOn(store, 'commit');
    const ports = { ...world, store, recharge: { start: async () => {} } };
    for (const event of events)
      expect(await handlePaymentEvent(event, ports, world.now())).not.toHaveProperty('accountId');
    expect(commit).not.toHaveBeenCalled();
  });
});
