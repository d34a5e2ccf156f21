import { beforeEach, describe, expect, test, vi } from 'vitest';
import { reconcilePayments } from '#app/payments/reconcile-payments.ts';
import { Transient } from '@scangate/domain/problem';
import { PaymentProviderRefused } from '#ports/payment-provider.ts';
import { deliverAllEvents } from '#test/support/payments/deliver-events.ts';
import { atStripe, liveSubscriptions, paymentViolations } from '#test/support/payments/payment-violations.ts';
import * as ask from '#test/support/payments/buyer-requests.ts';
import { isClosing, requestClosing, requestRestoring } from '#test/support/payments/closing-world.ts';
import { accountOf, advanceTo, mailsOf, openOnPlan, sweep } from '#test/support/payments/payment-scenario.ts';
import { openPaymentWorld, type PaymentWorld } from '#test/support/payments/payment-world.ts';
import { write } from '#test/support/world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const paid = (world: PaymentWorld) => atStripe(world, 'invoice').filter(({ status }) => status === 'paid');
const sound = async (world: PaymentWorld) => expect(await paymentViolations(world)).toEqual([]);
const renews = (world: PaymentWorld) => {
  const { endsAt, sastAddon } = accountOf(world);
  return [endsAt === undefined, sastAddon !== undefined && sastAddon.cancelsAt === undefined];
};
/** The ports of a world in which Stripe does not answer. */
const withoutStripe = (world: PaymentWorld) => ({
  ...world,
  paymentProvider: new Proxy(world.paymentProvider, {
    get: () => async () => {
      throw new Transient('no answer');
    },
  }),
});

describe('an organization that is closing', () => {
  test('is not charged for an order that was not paid before, and not once it is restored', async () => {
    const world = await openOnPlan('Team');
    const ordered = ask.startAddon({ world, ports: withoutStripe(world), id: 'addon' }, 'team');
    await expect(ordered).rejects.toThrow(Transient);
    await requestClosing(world, withoutStripe(world));
    await sweep(world);
    await requestRestoring(world);
    await sweep(world);
    expect([paid(world).length, accountOf(world).sastAddon]).toEqual([1, undefined]);
    expect(mailsOf(world, 'purchase_withdrawn').map(({ facts }) => facts)).toEqual([{ sastAddon: 'team' }]);
    await sound(world);
  });

  test('refuses an order that arrives too late, and tells its buyer', async () => {
    const world = await openOnPlan('Team');
    await requestClosing(world);
    const ordered = ask.changeLicenses({ world, id: 'seats' }, 9);
    await expect(ordered).rejects.toThrow(PaymentProviderRefused);
    await expect(ask.startAddon({ world, id: 'addon' }, 'team')).rejects.toThrow(PaymentProviderRefused);
    expect(paid(world)).toHaveLength(1);
    await sound(world);
  });

  test('gets back what is paid on a page that was open, even if it is restored before', async () => {
    const world = await openPaymentWorld();
    const { sessionId } = await ask.checkout({ world, id: 'plan' }, { plan: 'Starter', interval: 'month' });
    world.stripe.control.completeCheckout(sessionId, { card: 'ok' });
    await requestClosing(world, withoutStripe(world));
    await deliverAllEvents(world);
    await requestRestoring(world);
    await deliverAllEvents(world);
    await sweep(world);
    expect([accountOf(world).plan, liveSubscriptions(world, 'plan')]).toEqual(['Free', []]);
    expect(atStripe(world, 'refund').map(({ amount }) => amount)).toEqual([paid(world)[0]?.amount_paid]);
    expect(mailsOf(world, 'purchase_withdrawn').map(({ facts }) => facts)).toEqual([{ plan: 'Starter' }]);
    await sound(world);
  });

  test('keeps a pack that was granted before', async () => {
    const world = await openOnPlan('Starter');
    const { sessionId } = await ask.packCheckout({ world, id: 'pack' }, 'core-100');
    world.stripe.control.completeCheckout(sessionId);
    await deliverAllEvents(world);
    await requestClosing(world);
    await sweep(world);
    expect(atStripe(world, 'refund')).toEqual([]);
    await sound(world);
  });

  test('does not renew, and renews as before once it is restored', async () => {
    const world = await openOnPlan('Team');
    await ask.startAddon({ world, id: 'addon' }, 'team');
    await requestClosing(world, withoutStripe(world));
    expect(renews(world)).toEqual([false, false]);
    await requestRestoring(world, withoutStripe(world));
    expect(renews(world)).toEqual([true, true]);
    await advanceTo(world, '2026-04-11');
    expect(accountOf(world)).toMatchObject({ plan: 'Team', sastAddon: { size: 'team' } });
    await sound(world);
  });
});

/** Orders 9 licenses, and does something before the call that charges for them is sent. */
const orderAround = (world: PaymentWorld, act: () => Promise<unknown>): Promise<unknown> => {
  const paymentProvider = {
    ...world.paymentProvider,
    raiseQuantity: async (...args: Parameters<typeof world.paymentProvider.raiseQuantity>) => {
      await act();
      return world.paymentProvider.raiseQuantity(...args);
    },
  };
  return ask.changeLicenses({ world, ports: { ...world, paymentProvider }, id: 'seats' }, 9);
};
const cutOff = async () => {
  throw new Transient('no answer');
};

describe('a closing that is refused changes nothing', () => {
  test('because licenses are being charged for, whose order is not withdrawn', async () => {
    const world = await openOnPlan('Team');
    await orderAround(world, () => expect(requestClosing(world)).rejects.toMatchObject({ code: 'conflict' }));
    expect([isClosing(world), accountOf(world).licenses, paid(world).length]).toEqual([false, 9, 2]);
    expect(mailsOf(world, 'purchase_withdrawn')).toEqual([]);
    await requestClosing(world);
    await sound(world);
  });

  test('because a call that was cut off is made again, which is charged as late as the first one', async () => {
    const world = await openOnPlan('Team');
    await expect(orderAround(world, cutOff)).rejects.toThrow(Transient);
    await world.to('2026-03-10T12:09:00.000Z');
    const paymentProvider = { ...world.paymentProvider, raiseQuantity: cutOff };
    await reconcilePayments(world.accountId, { ...world, paymentProvider }, world.now()).catch(() => {});
    await world.to('2026-03-10T12:11:00.000Z');
    await expect(requestClosing(world)).rejects.toMatchObject({ code: 'conflict' });
    await world.to('2026-03-10T12:20:00.000Z');
    await requestClosing(world);
    await sweep(world);
    expect([accountOf(world).licenses, paid(world).length]).toEqual([6, 1]);
    expect(mailsOf(world, 'purchase_withdrawn').map(({ facts }) => facts)).toEqual([{ licenses: 9 }]);
    await sound(world);
  });

  test('because another owner closed at the same time, whose record of what was stopped is kept', async () => {
    const world = await openOnPlan('Team');
    const both = await Promise.allSettled([requestClosing(world), requestClosing(world)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await requestRestoring(world);
    expect(renews(world)[0]).toBe(true);
    await sound(world);
  });

  test('because it has a client by then', async () => {
    const world = await openOnPlan('Team');
    const { store } = world;
    const commit = store.commit.bind(store);
    const withClient = Object.assign(Object.create(store) as typeof store, {
      commit: async (...args: Parameters<typeof store.commit>) => {
        const id = { organizationId: world.accountId };
        await write(store, [{ change: 'update', record: 'organization', id, set: { clients: 1 } }]);
        return commit(...args);
      },
    });
    const refused = requestClosing(world, { ...world, store: withClient });
    await expect(refused).rejects.toMatchObject({ code: 'conflict' });
    expect([isClosing(world), renews(world)[0]]).toEqual([false, true]);
  });
});
