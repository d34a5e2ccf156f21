import { deepCopy } from '../store/deep-copy.ts';
import { redeemDiscounts, type DiscountsParameter } from '../catalog/discounts.ts';
import { lineAmount, productName } from '../invoices/invoice-lines.ts';
import { discountAmounts } from '../invoices/invoice-totals.ts';
import { activePrice } from '../catalog/prices.ts';
import { invalidRequest } from '../http/stripe-api-error.ts';
import type { CheckoutSession, LineItem } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

export const checkLinePrices = (mode: string, lines: readonly LineItem[]): void => {
  const recurring = lines.filter(({ price }) => price?.type === 'recurring').length;
  if (mode === 'payment' && recurring > 0) {
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'line_items',
    );
  }
  if (mode === 'subscription' && recurring < lines.length) {
    throw invalidRequest(
      'In `subscription` mode the Stripe emulator accepts recurring prices only.',
      'line_items',
    );
  }
};

export const createLineItem = (
  tx: Transaction,
  given: { price: string; quantity?: number },
  index: number,
): LineItem => {
  const price = activePrice(tx, given.price, `line_items[${index}][price]`);
  const quantity = given.quantity ?? 1;
  const amount = lineAmount(price, quantity);
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: productName(tx, price),
    metadata: {},
    price: deepCopy(price) as LineItem['price'],
    quantity,
  };
};

/** Subtracts the discounts from the lines. They are redeemed later, when the session is completed. */
export const applyLineDiscounts = (
  tx: Transaction,
  lines: LineItem[],
  { discounts: given, customer }: { discounts: DiscountsParameter; customer: string | null },
): void => {
  const amounts = tx.withSavepoint(
    () => {
      const discounts = redeemDiscounts(tx, given, { customer });
      const bases = lines.map((line) => ({
        amount: line.amount_subtotal,
        product: line.price?.product ?? null,
      }));
      return discountAmounts(tx, bases, discounts);
    },
    () => false,
  );
  for (const [index, line] of lines.entries()) {
    line.amount_discount = amounts.reduce((sum, one) => sum + (one.amounts[index] ?? 0), 0);
    line.amount_total = line.amount_subtotal - line.amount_discount;
  }
};

const sum = (
  lines: readonly LineItem[],
  what: 'amount_subtotal' | 'amount_total' | 'amount_discount',
): number => lines.reduce((total, line) => total + line[what], 0);

export const setSessionTotals = (session: CheckoutSession, lines: LineItem[]): void => {
  session.amount_subtotal = sum(lines, 'amount_subtotal');
  session.amount_total = sum(lines, 'amount_total');
  session.total_details = {
    amount_discount: sum(lines, 'amount_discount'),
    amount_shipping: 0,
    amount_tax: 0,
  };
};
