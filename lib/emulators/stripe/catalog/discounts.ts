import * as z from 'zod';
import { addMonths } from '../time/billing-periods.ts';
import { strictObject, listOf, stringParameter } from '../http/parameters.ts';
import { invalidRequest } from '../http/stripe-api-error.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { Coupon, Discount, PromotionCode } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

/** A `discounts` parameter. An empty text means no discounts. */
export const discountsParameter = listOf(
  z.union([
    strictObject({ coupon: stringParameter }),
    strictObject({ promotion_code: stringParameter }),
    strictObject({ discount: stringParameter }),
  ]),
);
export type DiscountsParameter = z.infer<typeof discountsParameter>;

export const couponOfDiscount = (tx: Transaction, discount: string): ReadonlyObject<Coupon> | undefined => {
  const { source } = tx.get('discount', discount, 'discounts');
  return source.coupon === null ? undefined : tx.find('coupon', source.coupon);
};

const usable = (tx: Transaction, id: string, param: string): ReadonlyObject<Coupon> => {
  const coupon = tx.get('coupon', id, param);
  const spent = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  const late = coupon.redeem_by !== null && coupon.redeem_by <= tx.now;
  if (!coupon.valid || spent || late) throw invalidRequest(`Coupon expired: ${id}`, param, 'coupon_expired');
  return coupon;
};

const usableCode = (
  tx: Transaction,
  id: string,
  { customer, param }: { customer: string | null; param: string },
): ReadonlyObject<PromotionCode> => {
  const code = tx.get('promotion_code', id, param);
  const spent = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  const late = code.expires_at !== null && code.expires_at <= tx.now;
  if (!code.active || spent || late) throw invalidRequest('This promotion code is no longer active.', param);
  if (code.customer !== null && code.customer !== customer) {
    throw invalidRequest('This promotion code cannot be redeemed by this customer.', param);
  }
  return code;
};

const endOf = (coupon: ReadonlyObject<Coupon>, start: number): number | null =>
  coupon.duration === 'repeating' ? addMonths(start, coupon.duration_in_months ?? 0) : null;

export interface DiscountTarget {
  customer?: string | null;
  subscription?: string | null;
  invoice?: string | null;
  checkout_session?: string | null;
}

const redeem = (
  tx: Transaction,
  {
    coupon,
    code,
    target,
  }: {
    coupon: ReadonlyObject<Coupon>;
    code: ReadonlyObject<PromotionCode> | undefined;
    target: DiscountTarget;
  },
): Discount => {
  tx.edit('coupon', coupon.id).times_redeemed += 1;
  if (code) tx.edit('promotion_code', code.id).times_redeemed += 1;
  return tx.put({
    id: newId('di'),
    object: 'discount',
    checkout_session: target.checkout_session ?? null,
    customer: target.customer ?? null,
    customer_account: null,
    end: endOf(coupon, tx.now),
    invoice: target.invoice ?? null,
    invoice_item: null,
    promotion_code: code?.id ?? null,
    source: { type: 'coupon', coupon: coupon.id },
    start: tx.now,
    subscription: target.subscription ?? null,
    subscription_item: null,
  });
};

/** Finds the coupon of a requested discount. @throws StripeApiError when it cannot be redeemed. */
export const checkDiscount = (
  tx: Transaction,
  given: DiscountsParameter[number],
  { customer, param }: { customer: string | null; param: string },
): { coupon: ReadonlyObject<Coupon>; code?: ReadonlyObject<PromotionCode> } => {
  if ('coupon' in given) return { coupon: usable(tx, given.coupon, `${param}[coupon]`) };
  if ('discount' in given) {
    const coupon = couponOfDiscount(tx, given.discount);
    if (!coupon) throw invalidRequest('The coupon of this discount was deleted.', `${param}[discount]`);
    return { coupon };
  }
  const code = usableCode(tx, given.promotion_code, { customer, param: `${param}[promotion_code]` });
  return { coupon: usable(tx, code.promotion.coupon ?? '', `${param}[promotion_code]`), code };
};

/** Redeems the requested discounts. @returns the ids of all discounts, existing ones included. */
export const redeemDiscounts = (
  tx: Transaction,
  given: DiscountsParameter,
  target: DiscountTarget,
): string[] =>
  given.map((one, index) => {
    const { coupon, code } = checkDiscount(tx, one, {
      customer: target.customer ?? null,
      param: `discounts[${index}]`,
    });
    return 'discount' in one ? one.discount : redeem(tx, { coupon, code, target }).id;
  });

/** Selects the discounts whose months have not passed. */
export const activeDiscounts = (tx: Transaction, discounts: readonly string[]): string[] =>
  discounts.filter((id) => {
    const { end } = tx.get('discount', id, 'discounts');
    return end === null || end > tx.now;
  });

/** Selects the discounts of further invoices; one with the duration `once` ends with its first invoice. */
export const recurringDiscounts = (tx: Transaction, discounts: readonly string[]): string[] =>
  activeDiscounts(tx, discounts).filter((id) => couponOfDiscount(tx, id)?.duration !== 'once');
