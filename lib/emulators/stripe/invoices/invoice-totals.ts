import { couponOfDiscount } from '../catalog/discounts.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { Coupon, Invoice } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

/** Rounds half a cent away from zero. */
export const roundCents = (amount: number): number => Math.sign(amount) * Math.round(Math.abs(amount));

export interface DiscountableLine {
  amount: number;
  product: string | null;
}

/** Splits an amount in proportion to the weights, to the cent. */
const share = (whole: number, weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (whole * weight) / total);
  const parts = exact.map(Math.floor);
  const left = whole - parts.reduce((sum, part) => sum + part, 0);
  const byRest = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .toSorted((a, b) => b.rest - a.rest);
  for (const { index } of byRest.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
};

const discountOf = (coupon: ReadonlyObject<Coupon>, base: number): number =>
  coupon.percent_off === null
    ? Math.min(coupon.amount_off ?? 0, base)
    : roundCents((base * Math.round(coupon.percent_off * 100)) / 10_000);

/** Calculates the amount of each discount per line. Discounts apply in order and never below zero. */
export const discountAmounts = (
  tx: Transaction,
  lines: readonly DiscountableLine[],
  discounts: readonly string[],
): { discount: string; amounts: number[] }[] => {
  const left = lines.map(({ amount }) => Math.max(0, amount));
  return discounts.map((discount) => {
    const coupon = couponOfDiscount(tx, discount);
    const products = coupon?.applies_to?.products;
    const bases = lines.map(({ product }, index) =>
      products && !products.includes(product ?? '') ? 0 : (left[index] ?? 0),
    );
    const base = bases.reduce((sum, amount) => sum + amount, 0);
    const amounts = share(coupon ? discountOf(coupon, base) : 0, bases);
    for (const [index, amount] of amounts.entries()) left[index] = (left[index] ?? 0) - amount;
    return { discount, amounts };
  });
};

/** The smallest amount that is charged; a smaller one goes to the customer's balance. */
const leastCharge = 50;

/** Calculates an invoice from its lines, its discounts and the customer's balance. */
export const calculateTotals = (tx: Transaction, invoice: Invoice): void => {
  const lines = invoice.lines.data;
  const open = lines.filter((line) => line.discountable);
  const taken = discountAmounts(
    tx,
    open.map((line) => ({ amount: line.amount, product: line.pricing?.price_details?.product ?? null })),
    invoice.discounts,
  );
  for (const line of lines) line.discount_amounts = [];
  for (const { discount, amounts } of taken) {
    for (const [index, amount] of amounts.entries())
      open[index]?.discount_amounts?.push({ amount, discount });
  }
  invoice.total_discount_amounts = taken.map(({ discount, amounts }) => ({
    discount,
    amount: amounts.reduce((sum, amount) => sum + amount, 0),
  }));
  invoice.subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  invoice.subtotal_excluding_tax = invoice.subtotal;
  const discounted = invoice.total_discount_amounts.reduce((sum, { amount }) => sum + amount, 0);
  invoice.total = invoice.subtotal - discounted;
  invoice.total_excluding_tax = invoice.total;
  invoice.starting_balance = invoice.customer ? tx.get('customer', invoice.customer).balance : 0;
  const owed = invoice.total + invoice.starting_balance;
  invoice.amount_due = owed >= leastCharge ? owed : 0;
  invoice.amount_remaining = invoice.amount_due;
};

/** @returns the customer's balance after the calculated invoice is finalized. */
export const balanceAfterInvoice = (invoice: ReadonlyObject<Invoice>): number =>
  invoice.total + invoice.starting_balance - invoice.amount_due;
