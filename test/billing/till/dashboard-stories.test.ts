import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hearTill } from '../../../functions/billing/till/hear-till.ts';
import { rechargePool } from '../../../functions/billing/till/recharge-pool.ts';
import { settleWithTill } from '../../../functions/billing/till/settle-subscription.ts';
import { MemoryStore } from '../../../lib/adapters/memory/store.ts';
import { Transient } from '../../../lib/domain/problem.ts';
import { CardDeclined, TillRefused, type Till } from '../../../lib/ports/till.ts';
import { poolOf } from '../../support/accounts.ts';
import { hearAll, takeMessages } from '../../support/till-hearing.ts';
import { atStripe, living, tillFaults } from '../../support/till-faults.ts';
import * as ask from '../../support/till-requests.ts';
import { accountOf, mailsOf, onPlan, openInvoices, setCard, sweep, until } from '../../support/till-story.ts';
import { openTillWorld, setRecharge, type TillWorld } from '../../support/till-world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const sound = async (world: TillWorld): Promise<void> => expect(await tillFaults(world)).toEqual([]);
const included = (world: TillWorld) => poolOf(world.store, world.accountId).included;

/** The subscription of the plan, as Stripe's dashboard has it. */
const planAt = (world: TillWorld): { id: string; item: string } => {
  const [plan] = living(world, 'plan');
  const [item] = plan?.items.data ?? [];
  if (!plan || !item) throw new Error('no plan lives');
  return { id: plan.id, item: item.id };
};

describe('what the till renewed before it was told otherwise', () => {
  /** A till that hears of no schedule. */
  const busy = (world: TillWorld) => {
    const fails = () => Promise.reject(new Transient('busy'));
    return { store: world.store, till: { ...world.till, scheduleNext: fails, releaseSchedule: fails } };
  };

  test('fewer licences, chosen too late: they wait for the renewal after it', async () => {
    const world = await onPlan('Team');
    await world.to('2026-04-10T11:00:00.000Z');
    await ask.changeLicenses({ world, ports: busy(world), id: 'down' }, 5);
    await until(world, '2026-04-10');
    expect(accountOf(world)).toMatchObject({
      licenses: 6,
      pending: { licenses: 5, effectiveAt: '2026-05-10T12:00:00.000Z' },
    });
    await sweep(world);
    await sound(world);
    await until(world, '2026-05-10');
    expect([accountOf(world).licenses, accountOf(world).pending, included(world)]).toEqual([
      5,
      undefined,
      500,
    ]);
    await sound(world);
  });

  test('fewer licences, undone too late: as many as are paid for', async () => {
    const world = await onPlan('Team');
    await ask.changeLicenses({ world, id: 'down' }, 5);
    await world.to('2026-04-10T11:00:00.000Z');
    await ask.undoChange({ world, ports: busy(world), id: 'undo' });
    await until(world, '2026-04-10');
    await sweep(world);
    expect([accountOf(world).licenses, included(world)]).toEqual([5, 500]);
    await sound(world);
  });
});

describe('what somebody does in Stripe’s dashboard', () => {
  test.each([5, 10])('%i licences instead of six: from the renewal on that is paid for them', async (to) => {
    const world = await onPlan('Team');
    const { id, item } = planAt(world);
    await world.client.subscriptions.update(id, {
      items: [{ id: item, quantity: to }],
      proration_behavior: 'create_prorations',
    });
    await hearAll(world);
    expect([accountOf(world).licenses, included(world)]).toEqual([6, 600]);
    await until(world, '2026-04-10');
    expect([accountOf(world).licenses, included(world)]).toEqual([to, to * 100]);
    await sound(world);
  });

  test('the customer is deleted: Free, and whoever buys again is another customer', async () => {
    const world = await onPlan('Starter');
    const [customer] = atStripe(world, 'customer');
    await world.client.customers.del(String(customer?.id));
    await hearAll(world);
    await sweep(world);
    expect(accountOf(world).plan).toBe('Free');
    await world.to('2026-03-10T13:00:00.000Z');
    const { sessionId } = await ask.checkout({ world, id: 'again' }, { plan: 'Starter', interval: 'month' });
    world.stripe.control.completeCheckout(sessionId);
    await hearAll(world);
    expect(accountOf(world).plan).toBe('Starter');
    await sound(world);
  });

  test.each([true, false])(
    'a renewal that failed is written off: it holds work, its failure heard before: %s; a new card pays it',
    async (heard) => {
      const world = await onPlan('Team');
      setCard(world, 'declined');
      await hearAll(world);
      await world.to('2026-04-10T14:00:00.000Z');
      await (heard ? hearAll(world) : takeMessages(world));
      const [invoice = ''] = openInvoices(world, 'plan');
      await world.client.invoices.markUncollectible(invoice);
      await hearAll(world);
      expect(accountOf(world).unpaidInvoices).toMatchObject([{ invoiceId: invoice }]);
      expect(mailsOf(world, 'payment_failed')).toHaveLength(1);
      setCard(world, 'ok');
      await hearAll(world);
      expect(accountOf(world)).toMatchObject({
        unpaidInvoices: [],
        paidUntilAt: '2026-05-10T12:00:00.000Z',
      });
      await sound(world);
    },
  );

  test('a plan is ended whose renewal was written off: nobody can pay for it any more', async () => {
    const world = await onPlan('Team');
    setCard(world, 'declined');
    await until(world, '2026-04-10');
    const [invoice = ''] = openInvoices(world, 'plan');
    await world.client.invoices.markUncollectible(invoice);
    await world.client.subscriptions.cancel(planAt(world).id);
    await hearAll(world);
    expect(accountOf(world)).toMatchObject({ plan: 'Free', unpaidInvoices: [] });
    expect(atStripe(world, 'invoice').map(({ status }) => status)).toEqual(['paid', 'void']);
    await sound(world);
  });
});

describe('our key is rolled', () => {
  const refusing = (world: TillWorld, ...names: (keyof Till)[]) => {
    const refuse = () => Promise.reject(new TillRefused('key_refused', 'the key'));
    const till: Till = { ...world.till, ...Object.fromEntries(names.map((name) => [name, refuse])) };
    return { store: world.store, till };
  };
  const discounted = async (world: TillWorld): Promise<string> => {
    const coupon = await world.client.coupons.create({ percent_off: 50, duration: 'forever' });
    const promotion = { type: 'coupon' as const, coupon: coupon.id };
    return (await world.client.promotionCodes.create({ promotion })).id;
  };
  const discounts = (world: TillWorld) => living(world, 'plan').map((one) => one.discounts.length);

  test('before a checkout: the discount that was redeemed for it is kept', async () => {
    const world = await openTillWorld();
    await ask.redeem({ world, id: 'code' }, await discounted(world));
    const order = { plan: 'Starter', interval: 'month' } as const;
    const ports = refusing(world, 'openPlanCheckout');
    await expect(ask.checkout({ world, ports, id: 'one' }, order)).rejects.toThrow(TillRefused);
    const { sessionId } = await ask.checkout({ world, id: 'one' }, order);
    world.stripe.control.completeCheckout(sessionId);
    await hearAll(world);
    expect(discounts(world)).toEqual([1]);
    await sound(world);
  });

  test('before a discount or licences are had: the sweep has them with the new one', async () => {
    const world = await onPlan('Team');
    const ports = refusing(world, 'applyPromotion', 'raiseQuantity');
    const promotionId = await discounted(world);
    await expect(ask.redeem({ world, ports, id: 'code' }, promotionId)).rejects.toThrow(TillRefused);
    await expect(ask.changeLicenses({ world, ports, id: 'up' }, 8)).rejects.toThrow(TillRefused);
    await sweep(world);
    expect([discounts(world), accountOf(world).licenses]).toEqual([[1], 8]);
    await sound(world);
  });
});

describe('the real Stripe', () => {
  test('keeps the answer of a key: ordered again by the same name after a decline, it is asked again', async () => {
    const world = await onPlan('Team');
    setCard(world, 'declined');
    await expect(ask.startAddon({ world, id: 'same' }, 'team')).rejects.toThrow(CardDeclined);
    setCard(world, 'ok');
    await world.to('2026-03-10T12:05:00.000Z');
    await ask.startAddon({ world, id: 'same' }, 'team');
    expect(accountOf(world).sastAddon).toMatchObject({ size: 'team' });
    await hearAll(world);
    await sound(world);
  });

  test('gives an invoice another link at each reading: what is paid is not written again for it', async () => {
    const world = await onPlan('Starter');
    for (const day of ['2026-04-10', '2026-05-10', '2026-06-10']) await until(world, day);
    const invoices: TillWorld['till']['invoices'] = async (id) =>
      (await world.till.invoices(id)).map((one) => ({ ...one, hostedUrl: `${one.hostedUrl}?later` }));
    const commit = vi.spyOn(world.store, 'commit');
    const ports = { store: world.store, till: { ...world.till, invoices } };
    await settleWithTill(planAt(world).id, ports, world.now());
    expect(commit).not.toHaveBeenCalled();
  });

  test('tells each deployment that sells there of all: what is of another one’s accounts is left alone', async () => {
    const world = await onPlan('Starter');
    await setRecharge(world, 'core', { threshold: 900 });
    await rechargePool(world.accountId, 'core', world, world.now());
    const { sessionId } = await ask.packCheckout({ world, id: 'pack' }, 'core-100');
    world.stripe.control.completeCheckout(sessionId);
    const [charge] = atStripe(world, 'charge');
    world.stripe.control.refund(String(charge?.id));
    setCard(world, 'ok');
    await world.to('2026-04-10T14:00:00.000Z');
    const events = await takeMessages(world);
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
    const ports = { store, till: world.till, recharge: { start: async () => {} } };
    for (const event of events)
      expect(await hearTill(event, ports, world.now())).not.toHaveProperty('accountId');
    expect(commit).not.toHaveBeenCalled();
  });
});
