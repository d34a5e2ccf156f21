import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addMs, minuteMs } from '@scangate/domain/instant';
import { Transient } from '@scangate/domain/problem';
import { Crash, isRetryable } from '#test/support/store/fault-injection.ts';
import { atStripe, liveSubscriptions, paymentViolations } from '#test/support/payments/payment-violations.ts';
import * as ask from '#test/support/payments/buyer-requests.ts';
import { accountOf, openOnPlan, sweep } from '#test/support/payments/payment-scenario.ts';
import { providerWith, type PaymentWorld } from '#test/support/payments/payment-world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const quantity = (world: PaymentWorld) => liveSubscriptions(world, 'plan')[0]?.items.data[0]?.quantity;
const rowOf = (world: PaymentWorld) => world.store.all('paymentAccount')[0];
const sweepLater = async (world: PaymentWorld, minutes: number): Promise<void> => {
  await world.to(addMs(world.now(), minutes * minuteMs));
  await sweep(world);
};

/** Orders 8 licenses, and 9 before the n-th request of that order to Stripe is sent. @returns the number of requests. */
const orderTwice = async (world: PaymentWorld, at: number): Promise<number> => {
  let requests = 0;
  let second: Promise<unknown> | undefined;
  const paymentProvider = providerWith(world, async (send) => {
    if (++requests === at) {
      second = ask.changeLicenses({ world, id: 'nine' }, 9);
      await second.catch((error: unknown) => {
        if (!(error instanceof Transient)) throw error;
      });
    }
    return send();
  });
  await ask
    .changeLicenses({ world, ports: { ...world, paymentProvider }, id: 'eight' }, 8)
    .catch((error: unknown) => {
      if (!isRetryable(error)) throw error;
    });
  return requests;
};

test(
  'of two orders at once, the smaller one never lowers what the larger one bought',
  { timeout: 240_000 },
  async () => {
    const requests = await orderTwice(await openOnPlan('Team'), 0);
    expect(requests).toBeGreaterThan(2);
    for (let at = 1; at <= requests; at++) {
      const world = await openOnPlan('Team');
      await orderTwice(world, at);
      await sweepLater(world, 11);
      expect({ at, quantity: quantity(world), licenses: accountOf(world).licenses }).toEqual({
        at,
        quantity: 9,
        licenses: 9,
      });
      expect(rowOf(world)).not.toHaveProperty('raising');
      expect(await paymentViolations(world)).toEqual([]);
    }
  },
);

test('an order waits for a call whose result is unknown until it can no longer be made', async () => {
  const world = await openOnPlan('Team');
  const cut = {
    ...world.paymentProvider,
    raiseQuantity: async () => {
      throw new Crash(1, 'before');
    },
  };
  const first = ask.changeLicenses({ world, ports: { ...world, paymentProvider: cut }, id: 'eight' }, 8);
  await expect(first).rejects.toThrow(Crash);
  await expect(ask.changeLicenses({ world, id: 'nine' }, 9)).rejects.toThrow(Transient);
  expect(quantity(world)).toBe(6);
  await sweepLater(world, 11);
  expect([quantity(world), accountOf(world).licenses]).toEqual([9, 9]);
  expect(await paymentViolations(world)).toEqual([]);
});

describe('licenses that somebody lowers in the dashboard', () => {
  const lower = async (world: PaymentWorld, to: number): Promise<void> => {
    const [plan] = liveSubscriptions(world, 'plan');
    const items = [{ id: String(plan?.items.data[0]?.id), quantity: to }];
    await world.client.subscriptions.update(String(plan?.id), {
      items,
      proration_behavior: 'always_invoice',
    });
  };
  const paid = (world: PaymentWorld): number =>
    atStripe(world, 'invoice').reduce((sum, { total }) => sum + Number(total), 0);

  test('while their order is under way are raised again, and paid once', async () => {
    const world = await openOnPlan('Team');
    const cut = {
      ...world.paymentProvider,
      raiseQuantity: async (...call: Parameters<typeof world.paymentProvider.raiseQuantity>) => {
        await world.paymentProvider.raiseQuantity(...call);
        throw new Crash(1, 'after');
      },
    };
    const order = ask.changeLicenses({ world, ports: { ...world, paymentProvider: cut }, id: 'eight' }, 8);
    await expect(order).rejects.toThrow(Crash);
    const before = paid(world);
    await lower(world, 6);
    await sweep(world);
    expect([quantity(world), accountOf(world).licenses, paid(world)]).toEqual([8, 8, before]);
    expect(await paymentViolations(world)).toEqual([]);
  });

  test('after it stay in the account, which differs, until the renewal or an undone change', async () => {
    const world = await openOnPlan('Team');
    await ask.changeLicenses({ world, id: 'eight' }, 8);
    await lower(world, 6);
    await sweepLater(world, 300);
    expect([quantity(world), accountOf(world).licenses]).toEqual([6, 8]);
    expect(rowOf(world)).toHaveProperty('differsSince');
    // The account has eight already, so that an order of eight buys nothing.
    await ask.changeLicenses({ world, id: 'again' }, 8);
    expect(quantity(world)).toBe(6);
    await lower(world, 8);
    await sweepLater(world, 60);
    expect(rowOf(world)).not.toHaveProperty('differsSince');
  });
});
