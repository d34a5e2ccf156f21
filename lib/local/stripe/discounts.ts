import * as z from 'zod';
import { addMonths } from './months.ts';
import { group, list, text } from './parameters.ts';
import { refuse } from './refusal.ts';
import type { Seen } from './state.ts';
import type { Coupon, Discount, PromotionCode } from './wire.ts';
import { newId, type Work } from './work.ts';

/** A `discounts` parameter. An empty text stands for none at all. */
export const discountsGiven = list(
  z.union([group({ coupon: text }), group({ promotion_code: text }), group({ discount: text })]),
);
export type DiscountsGiven = z.infer<typeof discountsGiven>;

export const couponOf = (work: Work, discount: string): Seen<Coupon> | undefined => {
  const { source } = work.get('discount', discount, 'discounts');
  return source.coupon === null ? undefined : work.find('coupon', source.coupon);
};

const usable = (work: Work, id: string, param: string): Seen<Coupon> => {
  const coupon = work.get('coupon', id, param);
  const spent = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  const late = coupon.redeem_by !== null && coupon.redeem_by <= work.now;
  if (!coupon.valid || spent || late) throw refuse(`Coupon expired: ${id}`, param, 'coupon_expired');
  return coupon;
};

const usableCode = (work: Work, id: string, customer: string | null, param: string): Seen<PromotionCode> => {
  const code = work.get('promotion_code', id, param);
  const spent = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  const late = code.expires_at !== null && code.expires_at <= work.now;
  if (!code.active || spent || late) throw refuse('This promotion code is no longer active.', param);
  if (code.customer !== null && code.customer !== customer) {
    throw refuse('This promotion code cannot be redeemed by this customer.', param);
  }
  return code;
};

const endOf = (coupon: Seen<Coupon>, start: number): number | null =>
  coupon.duration === 'repeating' ? addMonths(start, coupon.duration_in_months ?? 0) : null;

export interface DiscountTarget {
  customer?: string | null;
  subscription?: string | null;
  invoice?: string | null;
  checkout_session?: string | null;
}

const redeem = (
  work: Work,
  coupon: Seen<Coupon>,
  code: Seen<PromotionCode> | undefined,
  target: DiscountTarget,
): Discount => {
  work.edit('coupon', coupon.id).times_redeemed += 1;
  if (code) work.edit('promotion_code', code.id).times_redeemed += 1;
  return work.put({
    id: newId('di'),
    object: 'discount',
    checkout_session: target.checkout_session ?? null,
    customer: target.customer ?? null,
    customer_account: null,
    end: endOf(coupon, work.now),
    invoice: target.invoice ?? null,
    invoice_item: null,
    promotion_code: code?.id ?? null,
    source: { type: 'coupon', coupon: coupon.id },
    start: work.now,
    subscription: target.subscription ?? null,
    subscription_item: null,
  });
};

/** The coupon behind what was asked for. @throws Refusal when it cannot be redeemed. */
export const checkDiscount = (
  work: Work,
  given: DiscountsGiven[number],
  customer: string | null,
  param: string,
): { coupon: Seen<Coupon>; code?: Seen<PromotionCode> } => {
  if ('coupon' in given) return { coupon: usable(work, given.coupon, `${param}[coupon]`) };
  if ('discount' in given) {
    const coupon = couponOf(work, given.discount);
    if (!coupon) throw refuse('The coupon of this discount was deleted.', `${param}[discount]`);
    return { coupon };
  }
  const code = usableCode(work, given.promotion_code, customer, `${param}[promotion_code]`);
  return { coupon: usable(work, code.promotion.coupon ?? '', `${param}[promotion_code]`), code };
};

/** Redeems what was asked for. @returns the ids of discounts, kept ones included. */
export const redeemDiscounts = (work: Work, given: DiscountsGiven, target: DiscountTarget): string[] =>
  given.map((one, index) => {
    const { coupon, code } = checkDiscount(work, one, target.customer ?? null, `discounts[${index}]`);
    return 'discount' in one ? one.discount : redeem(work, coupon, code, target).id;
  });

/** Those that still count: the coupon's months are not over. */
export const inForce = (work: Work, discounts: readonly string[]): string[] =>
  discounts.filter((id) => {
    const { end } = work.get('discount', id, 'discounts');
    return end === null || end > work.now;
  });

/** Those for further invoices: a discount for once ends with the invoice it came into. */
export const lasting = (work: Work, discounts: readonly string[]): string[] =>
  inForce(work, discounts).filter((id) => couponOf(work, id)?.duration !== 'once');
