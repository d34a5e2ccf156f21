import { unitAmountOf } from '../catalog/prices.ts';
import { roundCents } from './invoice-totals.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { InvoiceItem, InvoiceLine, Price, SubscriptionItem } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

export interface BillingPeriod {
  start: number;
  end: number;
}

export const lineAmount = (price: ReadonlyObject<Price>, quantity: number): number =>
  roundCents(unitAmountOf(price) * quantity);

export const productName = (tx: Transaction, price: ReadonlyObject<Price>): string =>
  tx.find('product', price.product)?.name ?? price.product;

const pricingOf = (price: ReadonlyObject<Price>): InvoiceLine['pricing'] => ({
  price_details: { price: price.id, product: price.product },
  type: 'price_details',
  unit_amount_decimal: price.unit_amount_decimal,
});

const line = (
  given: Omit<InvoiceLine, 'id' | 'object' | 'livemode' | 'subtotal' | NeverSet>,
): InvoiceLine => ({
  ...given,
  id: newId('il'),
  object: 'line_item',
  discount_amounts: [],
  discounts: [],
  livemode: false,
  pretax_credit_amounts: [],
  quantity_decimal: given.quantity === null ? null : String(given.quantity),
  subtotal: given.amount,
  taxes: [],
});
type NeverSet = 'discount_amounts' | 'discounts' | 'pretax_credit_amounts' | 'quantity_decimal' | 'taxes';

/** Bills a subscription item for a period or a part of it. */
export const subscriptionItemLine = (
  tx: Transaction,
  item: ReadonlyObject<SubscriptionItem>,
  {
    subscription,
    period,
    amount = lineAmount(item.price, item.quantity ?? 1),
  }: { subscription: string; period: BillingPeriod; amount?: number },
): InvoiceLine =>
  line({
    amount,
    currency: item.price.currency,
    description: `${item.quantity ?? 1} × ${productName(tx, item.price)}`,
    discountable: true,
    invoice: null,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pricing: pricingOf(item.price),
    quantity: item.quantity ?? 1,
    subscription,
  });

const invoiceItemParent = (item: ReadonlyObject<InvoiceItem>): InvoiceLine['parent'] => {
  const details = item.parent?.subscription_details;
  const credited = item.proration_details?.credited_items?.invoice_line_item_details;
  const proration_details = item.proration ? { credited_items: credited ?? null } : null;
  if (details?.subscription_item) {
    return {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: item.id,
        proration: item.proration,
        proration_details,
        subscription: details.subscription,
        subscription_item: details.subscription_item,
      },
      type: 'subscription_item_details',
    };
  }
  return {
    invoice_item_details: {
      invoice_item: item.id,
      proration: item.proration,
      proration_details,
      subscription: details?.subscription ?? null,
    },
    subscription_item_details: null,
    type: 'invoice_item_details',
  };
};

export const invoiceItemLine = (item: ReadonlyObject<InvoiceItem>): InvoiceLine =>
  line({
    amount: item.amount,
    currency: item.currency,
    description: item.description,
    discountable: item.discountable,
    invoice: null,
    metadata: { ...item.metadata },
    parent: invoiceItemParent(item),
    period: { ...item.period },
    pricing: item.pricing && { ...item.pricing },
    quantity: item.quantity,
    subscription: item.parent?.subscription_details?.subscription ?? null,
  });

export interface InvoiceItemInput {
  customer: string;
  amount: number;
  currency: string;
  description: string | null;
  discountable: boolean;
  period: BillingPeriod;
  quantity: number;
  price?: ReadonlyObject<Price>;
  metadata?: Record<string, string>;
  invoice?: string | null;
  proration?: {
    subscription: string;
    subscription_item: string;
    credited?: { invoice: string; line: string };
  };
  subscription?: string;
}

const parentOf = ({ proration, subscription }: InvoiceItemInput): InvoiceItem['parent'] => {
  const of = proration?.subscription ?? subscription;
  if (of === undefined) return null;
  const item = proration && { subscription_item: proration.subscription_item };
  return { subscription_details: { subscription: of, ...item }, type: 'subscription_details' };
};

const creditedBy = ({ proration }: InvoiceItemInput): NonNullable<InvoiceItem['proration_details']> => {
  const { credited } = proration ?? {};
  if (!credited) return { credited_items: null, discount_amounts: [] };
  const details = { invoice: credited.invoice, invoice_line_items: [credited.line] };
  return {
    credited_items: { invoice_line_item_details: details, type: 'invoice_line_items' },
    discount_amounts: [],
  };
};

export const newInvoiceItem = (tx: Transaction, input: InvoiceItemInput): InvoiceItem =>
  tx.put<InvoiceItem>({
    id: newId('ii'),
    object: 'invoiceitem',
    amount: input.amount,
    currency: input.currency,
    customer: input.customer,
    customer_account: null,
    date: tx.now,
    description: input.description,
    discountable: input.discountable,
    discounts: [],
    invoice: input.invoice ?? null,
    livemode: false,
    metadata: input.metadata ?? {},
    parent: parentOf(input),
    period: input.period,
    pricing: input.price ? pricingOf(input.price) : null,
    proration: input.proration !== undefined,
    ...(input.proration && { proration_details: creditedBy(input) }),
    quantity: input.quantity,
    quantity_decimal: String(input.quantity),
    tax_rates: [],
    test_clock: null,
  });
