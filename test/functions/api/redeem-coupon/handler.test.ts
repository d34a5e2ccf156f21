import { describe, expect, test } from 'vitest';
import { reconcilePayments } from '#app/payments/reconcile-payments.ts';
import { applySubscription } from '#app/payments/apply-subscription.ts';
import { Transient } from '@scangate/domain/problem';
import { call, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { openSubscriber, failingPayments } from '#test/support/payments/buyer-world.ts';
import { subscribe } from '#test/support/payments/payment-world.ts';
import { newOrganization, noon } from '#test/support/world.ts';
import {
  useCheckoutCalls,
  storedPaymentAccount,
  audited,
  buyer,
  useBuyer,
} from '#test/support/payments/checkout-calls.ts';

useCheckoutCalls();

describe('POST /billing/coupons', () => {
  const redeem = (code: string, more: CallOptions = {}) =>
    call('redeem-coupon', { caller: buyer.owner, body: { code }, ...more });
  const offer = async (code: string, duration: 'once' | 'forever' = 'forever') => {
    const { id: coupon } = await buyer.client.coupons.create({ percent_off: 50, duration });
    await buyer.client.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code });
  };
  const subscriptions = () => buyer.stripe.control.state()['subscription'] as { discounts: unknown[] }[];
  const paid = () =>
    world.store
      .all('invoice')
      .filter(({ accountId }) => accountId === buyer.accountId)
      .map(({ amountPaid }) => amountPaid);

  test('200 on Free: it applies to the next checkout, once', async () => {
    await offer('HALF', 'once');
    expect((await redeem('HALF')).body).toEqual({ appliesTo: 'next_checkout' });
    expect(storedPaymentAccount()?.promotionId).toMatch(/^promo_/);
    expect(audited('coupon.applied')).toMatchObject([
      { after: { code: 'HALF', appliesTo: 'next_checkout' } },
    ]);
    await subscribe(buyer, { plan: 'Starter', interval: 'month' });
    expect(storedPaymentAccount()?.promotionId).toBeUndefined();
    await buyer.to('2026-04-10T13:30:00.000Z');
    await applySubscription(storedPaymentAccount()?.subscriptionId ?? '', buyer, buyer.now());
    const [first = 0, second = 0] = paid();
    expect([first * 2, paid()]).toEqual([second, [first, second]]);
  });

  test('200 with a subscription: it applies to it', async () => {
    useBuyer(await openSubscriber({ plan: 'Starter', interval: 'month' }));
    await offer('HALF');
    expect((await redeem('HALF')).body).toEqual({ appliesTo: 'subscription' });
    expect(subscriptions()[0]?.discounts).toHaveLength(1);
    expect(storedPaymentAccount()?.promotionId).toBeUndefined();
  });

  test('a discount that Stripe does not confirm is kept and applied later', async () => {
    useBuyer(await openSubscriber({ plan: 'Starter', interval: 'month' }));
    await offer('HALF');
    world.paymentProvider = failingPayments(buyer.paymentProvider, (name) =>
      name === 'applyPromotion' ? new Transient('no answer') : undefined,
    );
    expect((await redeem('HALF')).status).toBe(200);
    expect(storedPaymentAccount()).toMatchObject({
      promotionId: expect.stringMatching(/^promo_/),
      dueAt: '2026-03-10T12:00:30.000Z',
    });
    await reconcilePayments(buyer.accountId, buyer, noon);
    expect(subscriptions()[0]?.discounts).toHaveLength(1);
  });

  test('422 for a code with half of a surrogate pair, which nobody was given', async () => {
    expect(await redeem('\ud800')).toMatchObject({ status: 422 });
  });

  test('422 for an unknown or expired code', async () => {
    expect((await redeem('NOTHING')).body).toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer: '/code' }],
    });
    await offer('OVER');
    const { data } = await buyer.client.promotionCodes.list({ code: 'OVER' });
    await buyer.client.promotionCodes.update(data[0]?.id ?? '', { active: false });
    expect((await redeem('OVER')).status).toBe(422);
    expect(storedPaymentAccount()?.promotionId).toBeUndefined();
  });

  test('409 by agreement, where nothing can be discounted', async () => {
    const agreed = await newOrganization(world.store, { plan: 'Team' });
    expect((await redeem('HALF', { caller: agreed.as('owner') })).status).toBe(409);
  });
});
