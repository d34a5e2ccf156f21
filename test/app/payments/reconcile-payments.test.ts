import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rechargePool } from '#app/auto-recharge/recharge-pool.ts';
import { applyCheckout } from '#app/payments/apply-checkout.ts';
import { grantRecharge } from '#app/auto-recharge/grant-recharge.ts';
import { reconcilePayments } from '#app/payments/reconcile-payments.ts';
import { Problem, Transient } from '@scangate/domain/problem';
import { PaymentProviderRefused, type PaymentProvider } from '#ports/payment-provider.ts';
import { atStripe, liveSubscriptions, paymentViolations } from '#test/support/payments/payment-violations.ts';
import { deliverAllEvents, deliverEvent, takeEvents } from '#test/support/payments/deliver-events.ts';
import * as ask from '#test/support/payments/buyer-requests.ts';
import { accountOf, openOnPlan, setCard, sweep, advanceTo } from '#test/support/payments/payment-scenario.ts';
import { openPaymentWorld, setRecharge, type PaymentWorld } from '#test/support/payments/payment-world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const starter = { plan: 'Starter', interval: 'month' } as const;
const team = { plan: 'Team', interval: 'month', licenses: 5 } as const;
const sound = async (world: PaymentWorld): Promise<void> =>
  expect(await paymentViolations(world)).toEqual([]);
const row = (world: PaymentWorld) => world.store.all('paymentAccount')[0];
const portsWith = (world: PaymentWorld, paymentProvider: Partial<PaymentProvider>) => ({
  ...world,
  paymentProvider: { ...world.paymentProvider, ...paymentProvider },
});
const promotion = async (world: PaymentWorld): Promise<string> => {
  const { id } = await world.client.coupons.create({ percent_off: 50, duration: 'forever' });
  return (await world.client.promotionCodes.create({ promotion: { type: 'coupon', coupon: id } })).id;
};

describe('a checkout', () => {
  const unheard = async (world: PaymentWorld): Promise<void> => {
    const lost: PaymentProvider['openPlanCheckout'] = async (...order) => {
      await world.paymentProvider.openPlanCheckout(...order);
      throw new Transient('the answer is lost');
    };
    const ports = portsWith(world, { openPlanCheckout: lost });
    await expect(ask.checkout({ world, ports, id: 'one' }, starter)).rejects.toThrow(Transient);
    expect(row(world)?.checkout?.sessionId).toBeUndefined();
  };

  test('with a lost answer is found by the sweep, and forgotten once it must have expired', async () => {
    const world = await openPaymentWorld();
    await unheard(world);
    await sweep(world);
    const [session] = atStripe(world, 'checkout.session');
    expect(row(world)?.checkout?.sessionId).toBe(session?.id);
    const later = await openPaymentWorld();
    await unheard(later);
    await later.to('2026-03-11T12:00:00.001Z');
    await sweep(later);
    expect(row(later)?.checkout).toBeUndefined();
    expect(atStripe(later, 'checkout.session')).toHaveLength(1);
  });

  test('that expires is forgotten, unlike the one that was opened after it', async () => {
    const world = await openPaymentWorld();
    const one = await ask.checkout({ world, id: 'one' }, starter);
    const two = await ask.checkout({ world, id: 'two' }, team);
    await applyCheckout(one.sessionId, world, world.now());
    expect(row(world)?.checkout?.sessionId).toBe(two.sessionId);
    await advanceTo(world, '2026-03-12');
    expect(row(world)?.checkout).toBeUndefined();
  });

  test('that was replaced in the meantime is refused, and one page is open', async () => {
    const world = await openPaymentWorld();
    const overtaken: PaymentProvider['openPlanCheckout'] = async (...order) => {
      const session = await world.paymentProvider.openPlanCheckout(...order);
      await ask.checkout({ world, id: 'two' }, team);
      return session;
    };
    const ports = portsWith(world, { openPlanCheckout: overtaken });
    await expect(ask.checkout({ world, ports, id: 'one' }, starter)).rejects.toThrow(Problem);
    const open = atStripe(world, 'checkout.session').filter(({ status }) => status === 'open');
    expect(open.map(({ id }) => id)).toEqual([row(world)?.checkout?.sessionId]);
  });

  test('that Stripe refuses drops the discount that may be the reason, but not one redeemed since', async () => {
    const world = await openPaymentWorld();
    const [before, since] = [await promotion(world), await promotion(world)];
    const refusing = (meanwhile: () => Promise<unknown>) =>
      portsWith(world, {
        openPlanCheckout: async () => {
          await meanwhile();
          throw new PaymentProviderRefused('promotion_over', 'over');
        },
      });
    await ask.redeem({ world, id: 'before' }, before);
    const alone = refusing(async () => {});
    await expect(ask.checkout({ world, ports: alone, id: 'one' }, starter)).rejects.toThrow(
      PaymentProviderRefused,
    );
    expect([row(world)?.checkout, row(world)?.promotionId]).toEqual([undefined, undefined]);
    await ask.redeem({ world, id: 'again' }, before);
    const ports = refusing(() => ask.redeem({ world, id: 'since' }, since));
    await expect(ask.checkout({ world, ports, id: 'two' }, starter)).rejects.toThrow(PaymentProviderRefused);
    expect([row(world)?.checkout, row(world)?.promotionId]).toEqual([undefined, since]);
  });
});

describe('a subscription', () => {
  test('bought again on the same day with the same card counts, and its card moves to the customer', async () => {
    const world = await openOnPlan('Starter');
    const [former] = liveSubscriptions(world, 'plan');
    const [customer] = atStripe(world, 'customer');
    const card = customer?.invoice_settings.default_payment_method as string;
    await world.client.subscriptions.cancel(String(former?.id));
    await deliverAllEvents(world);
    await world.client.subscriptions.create({
      customer: String(customer?.id),
      items: [{ price: former?.items.data[0]?.price.id ?? '' }],
      default_payment_method: card,
      metadata: { accountId: world.accountId, kind: 'plan' },
    });
    await deliverAllEvents(world);
    expect(accountOf(world).plan).toBe('Starter');
    expect(liveSubscriptions(world, 'plan').map((one) => one.default_payment_method)).toEqual([null]);
    await sound(world);
  });

  test('with two concurrent changes gets both', async () => {
    const world = await openOnPlan('Team');
    await Promise.all([
      ask.startAddon({ world, id: 'addon' }, 'team'),
      ask.autoRenew({ world, id: 'off' }, false),
    ]);
    await sweep(world);
    expect(accountOf(world)).toMatchObject({
      sastAddon: { size: 'team' },
      endsAt: '2026-04-10T12:00:00.000Z',
    });
    await sound(world);
  });

  test('of a larger add-on does not fulfill an order of licenses', async () => {
    const world = await openOnPlan('Team');
    await ask.startAddon({ world, id: 'addon' }, 'team');
    const ports = portsWith(world, { raiseQuantity: () => Promise.reject(new Transient('busy')) });
    await expect(ask.changeLicenses({ world, ports, id: 'up' }, 8)).rejects.toThrow(Transient);
    const [addon] = liveSubscriptions(world, 'addon');
    const item = addon?.items.data[0]?.id ?? '';
    await world.client.subscriptions.update(String(addon?.id), {
      items: [{ id: item, quantity: 9 }],
      proration_behavior: 'none',
    });
    const events = await takeEvents(world);
    for (const event of events.filter(({ objectId }) => objectId === addon?.id))
      await deliverEvent(event, { ...world, paymentProvider: ports.paymentProvider }, world.now());
    expect(row(world)?.licensesOrder).toMatchObject({ licenses: 8 });
    await sweep(world);
    expect(accountOf(world).licenses).toBe(8);
    await sound(world);
  });
});

test('a new card pays failures of plan and add-on whose events were lost', async () => {
  const world = await openOnPlan('Team');
  await ask.startAddon({ world, id: 'addon' }, 'team');
  setCard(world, 'declined');
  await deliverAllEvents(world);
  await world.to('2026-04-10T14:00:00.000Z');
  await takeEvents(world);
  setCard(world, 'ok');
  const [event] = (await takeEvents(world)).filter(({ object }) => object === 'customer');
  if (!event) throw new Error('no message of the customer');
  await deliverEvent(event, world, world.now());
  expect(accountOf(world)).toMatchObject({
    paidUntilAt: '2026-05-10T12:00:00.000Z',
    sastAddon: { paidUntilAt: '2026-05-10T12:00:00.000Z' },
    unpaidInvoices: [],
  });
  expect(row(world)?.retriedPaymentMethodId).toBeUndefined();
  await sound(world);
});

test('a repeated event of a recharge does not touch another one in progress', async () => {
  const world = await openOnPlan('Starter');
  await setRecharge(world, 'core', { threshold: 5_000 });
  const recharge = (ports: Pick<PaymentWorld, 'store' | 'paymentProvider' | 'log'> = world) =>
    rechargePool({ accountId: world.accountId, pool: 'core' }, ports, world.now());
  await recharge();
  const first = world.store.all('ledgerEntry').find(({ cause }) => cause.startsWith('recharge#'));
  const busy = portsWith(world, { payInvoice: () => Promise.reject(new Transient('busy')) });
  await expect(recharge(busy)).rejects.toThrow(Transient);
  const [open] = world.store.all('recharge');
  const invoice = await world.paymentProvider.invoice(first?.invoiceId ?? '');
  if (!open?.attempt || !invoice) throw new Error('no attempt is in progress');
  await grantRecharge(invoice, world.store, world.now());
  expect(world.store.all('recharge')).toEqual([open]);
  await recharge();
  expect(world.store.all('recharge')[0]).toMatchObject({ packs: 2, failures: 0 });
  expect(world.store.all('ledgerEntry').filter(({ cause }) => cause.startsWith('recharge#'))).toHaveLength(2);
});

test('a pack ordered again with the same id is one page', async () => {
  const world = await openOnPlan('Starter');
  const [one, again] = [
    await ask.packCheckout({ world, id: 'pack' }, 'core-100'),
    await ask.packCheckout({ world, id: 'pack' }, 'core-100'),
  ];
  expect(again.sessionId).toBe(one.sessionId);
  expect(row(world)?.packCheckouts).toEqual([one.sessionId]);
});

test('an account that Stripe does not know is reconciled without any call', async () => {
  const world = await openPaymentWorld();
  await reconcilePayments(world.accountId, world, world.now());
  expect(row(world)).toBeUndefined();
});
