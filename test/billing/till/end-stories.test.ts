import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renewAccount } from '../../../functions/billing/change-account.ts';
import { settleCheckout } from '../../../functions/billing/till/settle-checkout.ts';
import { requireCapability } from '../../../lib/domain/plans.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import { TillRefused } from '../../../lib/ports/till.ts';
import { causesOf, poolOf } from '../../support/accounts.ts';
import { Cut, cutting } from '../../support/cuts.ts';
import { hearAll, hearEvent, takeMessages } from '../../support/till-hearing.ts';
import { atStripe, living, tillFaults } from '../../support/till-faults.ts';
import * as ask from '../../support/till-requests.ts';
import { accountOf, mailsOf, onPlan, setCard, sweep, until } from '../../support/till-story.ts';
import { openTillWorld, withCard, type TillWorld } from '../../support/till-world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const sound = async (world: TillWorld): Promise<void> => expect(await tillFaults(world)).toEqual([]);
const core = (world: TillWorld) => poolOf(world.store, world.accountId);
const starter = { plan: 'Starter', interval: 'month' } as const;

describe('a pack', () => {
  test('session and its invoice both granting: its credits come once, by the session', async () => {
    const world = await onPlan('Starter');
    const { sessionId } = await ask.packCheckout({ world, id: 'pack' }, 'core-500');
    world.stripe.control.completeCheckout(sessionId);
    const events = await takeMessages(world);
    for (const event of [...events, ...events.toReversed()]) await hearEvent(event, world, world.now());
    await settleCheckout(sessionId, world, world.now());
    expect(core(world)).toMatchObject({ available: 1_300, purchased: 500 });
    expect(causesOf(world.store, world.accountId)).toContain(`pack#${sessionId}`);
    expect(mailsOf(world, 'receipt')).toHaveLength(1);
    await sound(world);
  });

  test('a 100 % coupon making packs free: not the customer’s own', async () => {
    const world = await onPlan('Starter');
    const coupon = await world.client.coupons.create({ percent_off: 100, duration: 'forever' });
    world.stripe.control.setDiscount({ organizationId: world.accountId }, coupon.id);
    const { sessionId } = await ask.packCheckout({ world, id: 'pack' }, 'core-100');
    world.stripe.control.completeCheckout(sessionId);
    await hearAll(world);
    const [session] = atStripe(world, 'checkout.session').filter(({ id }) => id === sessionId);
    expect(session?.amount_total).toBeGreaterThan(0);
    expect(atStripe(world, 'invoice').find(({ id }) => id === session?.invoice)?.amount_paid).toBe(
      session?.amount_total,
    );
  });

  test('on a page that nobody paid it gives nothing, and is forgotten with the page', async () => {
    const world = await onPlan('Starter');
    await ask.packCheckout({ world, id: 'pack' }, 'core-500');
    await until(world, '2026-03-12');
    expect(core(world).available).toBe(800);
    expect(world.store.all('till')[0]).not.toHaveProperty('packCheckouts');
  });
});

describe('what ends', () => {
  test('a late `updated` reviving a deleted subscription: Free it is, for 30 days, without API', async () => {
    const world = await onPlan('Team');
    await ask.autoRenew({ world, id: 'off' }, false);
    const late = await takeMessages(world);
    await until(world, '2026-04-10');
    expect(late.map(({ type }) => type)).toContain('customer.subscription.updated');
    for (const event of late) await hearEvent(event, world, world.now());
    expect(accountOf(world)).toMatchObject({ plan: 'Free', retentionDays: 30, renewedBy: 'schedule' });
    expect(() => requireCapability(accountOf(world).plan, 'api')).toThrow(Problem);
    await sound(world);
  });

  test('with the plan ends the add-on, and nothing is asked for any more', async () => {
    const world = await onPlan('Starter');
    await ask.startAddon({ world, id: 'addon' }, 'starter');
    setCard(world, 'declined');
    await until(world, '2026-04-10');
    expect(accountOf(world).unpaidInvoices).toHaveLength(2);
    await world.client.subscriptions.cancel(living(world, 'plan')[0]?.id ?? '');
    await hearAll(world);
    expect(accountOf(world)).toMatchObject({ plan: 'Free', unpaidInvoices: [] });
    expect(accountOf(world).sastAddon).toBeUndefined();
    expect(living(world, 'addon')).toEqual([]);
    expect(atStripe(world, 'invoice').filter(({ status }) => status === 'open')).toEqual([]);
    expect(world.store.all('invoice').filter(({ status }) => status === 'open')).toEqual([]);
    await sound(world);
  });

  test('auto-renew off that Stripe did not hear of before it renewed: ended there, before that is collected', async () => {
    const world = await onPlan('Starter', { interval: 'year' });
    await world.to('2027-03-10T11:59:00.000Z');
    const { ports } = cutting({ store: world.store, till: world.till }, new Map([[4, 'before']]));
    await expect(ask.autoRenew({ world, ports, id: 'off' }, false)).rejects.toThrow(Cut);
    await world.to('2027-03-10T12:10:00.000Z');
    await sweep(world);
    await until(world, '2027-03-11');
    expect(accountOf(world)).toMatchObject({ plan: 'Free' });
    expect(living(world, 'plan')).toEqual([]);
    expect(atStripe(world, 'invoice').filter(({ status }) => status === 'paid')).toHaveLength(1);
    await sound(world);
  });

  test('a plan that was over here and was charged all the same is given to the end of what is paid, and told of once', async () => {
    const world = await onPlan('Starter');
    await until(world, '2026-04-10');
    await world.to('2026-05-10T11:59:00.000Z');
    const { ports } = cutting({ store: world.store, till: world.till }, new Map([[4, 'before']]));
    await expect(ask.autoRenew({ world, ports, id: 'off' }, false)).rejects.toThrow(Cut);
    await until(world, '2026-05-11');
    await sweep(world);
    const end = '2026-06-10T12:00:00.000Z';
    expect(accountOf(world)).toMatchObject({ plan: 'Starter', paidUntilAt: end, endsAt: end });
    expect(mailsOf(world, 'receipt')).toHaveLength(2);
    await sound(world);
    await until(world, '2026-06-10');
    expect(accountOf(world)).toMatchObject({ plan: 'Free' });
    expect(accountOf(world).endsAt).toBeUndefined();
    await sound(world);
  });

  test('an add-on that ended here with its plan, and is given again with it, is told of once', async () => {
    const world = await onPlan('Starter');
    await world.to('2026-04-10T11:50:00.000Z');
    await ask.startAddon({ world, id: 'addon' }, 'starter');
    const { ports } = cutting({ store: world.store, till: world.till }, new Map([[4, 'before']]));
    await expect(ask.autoRenew({ world, ports, id: 'off' }, false)).rejects.toThrow(Cut);
    await world.to('2026-04-10T14:00:00.000Z');
    await renewAccount(world.accountId, world.store, world.now().toISOString());
    expect(accountOf(world).sastAddon).toBeUndefined();
    await sweep(world);
    expect(accountOf(world)).toMatchObject({ plan: 'Starter', sastAddon: { size: 'starter' } });
    expect(mailsOf(world, 'receipt').filter(({ facts }) => facts['sastAddon'])).toHaveLength(1);
    await sound(world);
  });

  describe('an add-on whose start was cut after it was paid', () => {
    const cutStart = async (): Promise<TillWorld> => {
      const world = await onPlan('Starter');
      const till = { ...world.till };
      till.startAddon = async (...call) => {
        await world.till.startAddon(...call);
        throw new Cut(1, 'after');
      };
      const ports = { store: world.store, till };
      await expect(ask.startAddon({ world, ports, id: 'addon' }, 'starter')).rejects.toThrow(Cut);
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
      await world.client.subscriptions.cancel(living(world, 'addon')[0]?.id ?? '');
      await sweep(world);
      expect(atStripe(world, 'subscription')).toHaveLength(2);
      expect(world.store.all('till')[0]).not.toHaveProperty('addonOrder');
      await sound(world);
    });
  });

  test('a plan that was given up can be bought anew, with the same customer', async () => {
    const world = await onPlan('Starter');
    await ask.autoRenew({ world, id: 'off' }, false);
    await until(world, '2026-04-11');
    const { sessionId } = await ask.checkout({ world, id: 'again' }, starter);
    world.stripe.control.completeCheckout(sessionId);
    await hearAll(world);
    expect(accountOf(world)).toMatchObject({ plan: 'Starter', paidUntilAt: '2026-05-11T14:00:00.000Z' });
    expect(atStripe(world, 'customer')).toHaveLength(1);
    await sound(world);
  });

  test('an add-on asked for without a plan is refused before the till hears of it', async () => {
    const world = await openTillWorld();
    await withCard(world);
    await expect(ask.startAddon({ world, id: 'addon' }, 'starter')).rejects.not.toThrow(TillRefused);
    expect(atStripe(world, 'subscription')).toEqual([]);
  });
});
