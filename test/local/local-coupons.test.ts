import { expect, test } from 'vitest';
import { createLocalCoupons, localCoupons } from '#local/local-coupons.ts';
import { openPaymentWorld } from '#test/support/payments/payment-world.ts';

test('every local discount code exists once, however often the service is started', async () => {
  const world = await openPaymentWorld();
  for (let starts = 0; starts < 3; starts++) await createLocalCoupons(world.client);
  const { data } = await world.client.promotionCodes.list({ active: true });
  expect(data.map(({ code }) => code).toSorted()).toEqual(Object.keys(localCoupons).toSorted());
});

test.each(Object.keys(localCoupons))('%s is found by the code that a customer types', async (code) => {
  const world = await openPaymentWorld();
  await createLocalCoupons(world.client);
  expect(await world.paymentProvider.findPromotion(code)).toEqual({
    promotionId: expect.stringMatching(/^promo_/),
  });
});
