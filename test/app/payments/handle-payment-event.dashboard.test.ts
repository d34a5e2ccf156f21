import { beforeEach, describe, expect, test, vi } from 'vitest';
import { handlePaymentEvent } from '#app/payments/handle-payment-event.ts';
import { rechargePool } from '#app/payments/recharge-pool.ts';
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

/** The subscription of the plan, as Stripe's dashboard has it. */
const planAt = (world: PaymentWorld): { id: string; item: string } => {
  const [plan] = liveSubscriptions(world, 'plan');
  const [item] = plan?.items.data ?? [];
  if (!plan || !item) throw new Error('no plan lives');
  return { id: plan.id, item: item.id };
};

describe('what the till renewed before it was told otherwise', () => {
  /** A till that hears of no schedule. */
  const busy = (world: PaymentWorld) => {
    const fails = () => Promise.reject(new Transient('busy'));
    return {
      ...world,
      paymentProvider: { ...world.paymentProvider, scheduleNext: fails, releaseSchedule: fails },
    };
  };

  test('fewer licences, chosen too late: they wait for the renewal after it', async () => {
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

  test('fewer licences, undone too late: as many as are paid for', async () => {
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

describe('what somebody does in Stripe’s dashboard', () => {
  test.each([5, 10])('%i licences instead of six: from the renewal on that is paid for them', async (to) => {
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
  });

  test('the customer is deleted: Free, and whoever buys again is another customer', async () => {
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
    'a renewal that failed is written off: it holds work, its failure heard before: %s; a new card pays it',
    async (heard) => {
      const world = await openOnPlan('Team');
      setCard(world, 'declined');
      await deliverAllEvents(world);
      await world.to('2026-04-10T14:00:00.000Z');
      await (heard ? deliverAllEvents(world) : takeEvents(world));
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

  test('a plan is ended whose renewal was written off: nobody can pay for it any more', async () => {
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

describe('our key is rolled', () => {
  const refusing = (world: PaymentWorld, ...names: (keyof PaymentProvider)[]) => {
    const refuse = () => Promise.reject(new PaymentProviderRefused('key_refused', 'the key'));
    const till: PaymentProvider = {
      ...world.paymentProvider,
      ...Object.fromEntries(names.map((name) => [name, refuse])),
    };
    return { ...world, paymentProvider: till };
  };
  const discounted = async (world: PaymentWorld): Promise<string> => {
    const coupon = await world.client.coupons.create({ percent_off: 50, duration: 'forever' });
    const promotion = { type: 'coupon' as const, coupon: coupon.id };
    return (await world.client.promotionCodes.create({ promotion })).id;
  };
  const discounts = (world: PaymentWorld) =>
    liveSubscriptions(world, 'plan').map((one) => one.discounts.length);

  test('before a checkout: the discount that was redeemed for it is kept', async () => {
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

  test('before a discount or licences are had: the sweep has them with the new one', async () => {
    const world = await openOnPlan('Team');
    const ports = refusing(world, 'applyPromotion', 'raiseQuantity');
    const promotionId = await discounted(world);
    await expect(ask.redeem({ world, ports, id: 'code' }, promotionId)).rejects.toThrow(
      PaymentProviderRefused,
    );
    await expect(ask.changeLicenses({ world, ports, id: 'up' }, 8)).rejects.toThrow(PaymentProviderRefused);
    await sweep(world);
    expect([discounts(world), accountOf(world).licenses]).toEqual([[1], 8]);
    await sound(world);
  });
});

describe('the real Stripe', () => {
  test('keeps the answer of a key: ordered again by the same name after a decline, it is asked again', async () => {
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

  test('gives an invoice another link at each reading: what is paid is not written again for it', async () => {
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

  test('tells each deployment that sells there of all: what is of another one’s accounts is left alone', async () => {
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
