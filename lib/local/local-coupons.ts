import type Stripe from 'stripe';

/** The discount codes that can be tried on one machine, with the discount of each. */
export const localCoupons = {
  HALF: { percent_off: 50, duration: 'once' },
  QUARTER3: { percent_off: 25, duration: 'repeating', duration_in_months: 3 },
  TENOFF: { amount_off: 1_000, currency: 'eur', duration: 'once' },
} as const satisfies Record<string, Stripe.CouponCreateParams>;

/** Creates the discount codes that a data folder lacks. */
export const createLocalCoupons = async (stripe: Stripe): Promise<void> => {
  for (const [code, discount] of Object.entries(localCoupons)) {
    const { data } = await stripe.promotionCodes.list({ code, limit: 1 });
    if (data.length > 0) continue;
    const { id: coupon } = await stripe.coupons.create({ ...discount, name: code });
    await stripe.promotionCodes.create({ code, promotion: { type: 'coupon', coupon } });
  }
};
