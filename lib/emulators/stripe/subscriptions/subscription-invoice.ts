import { discountAmounts } from '../invoices/invoice-totals.ts';
import {
  subscriptionItemLine,
  newInvoiceItem,
  type InvoiceItemInput,
  type BillingPeriod,
} from '../invoices/invoice-lines.ts';
import { recurringDiscounts } from '../catalog/discounts.ts';
import { subscriptionItemOf, newInvoice, type InvoiceInput } from '../invoices/new-invoice.ts';
import { effectiveDiscounts } from './subscription-state.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { BilledItem, Invoice, InvoiceItem, InvoiceLine, Subscription } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

interface SubscriptionInvoiceInput {
  reason: InvoiceInput['billing_reason'];
  lines: InvoiceLine[];
  items?: readonly ReadonlyObject<InvoiceItem>[];
  auto_advance: boolean;
  period?: BillingPeriod;
}

/** Creates a draft for a subscription with its discounts. It uses up discounts with the duration `once`. */
export const createSubscriptionInvoice = (
  tx: Transaction,
  id: string,
  input: SubscriptionInvoiceInput,
): Invoice => {
  const subscription = tx.edit('subscription', id);
  const invoice = newInvoice(tx, {
    customer: subscription.customer,
    currency: subscription.currency,
    automatic_tax: subscription.automatic_tax.enabled,
    billing_reason: input.reason,
    subscription: { id, metadata: subscription.metadata },
    lines: input.lines,
    items: input.items ?? [],
    discounts: effectiveDiscounts(tx, subscription),
    auto_advance: input.auto_advance,
    period: input.period,
  });
  subscription.latest_invoice = invoice.id;
  subscription.discounts = recurringDiscounts(tx, subscription.discounts);
  const { discount } = tx.get('customer', subscription.customer);
  if (
    discount &&
    invoice.discounts.includes(discount.id) &&
    recurringDiscounts(tx, [discount.id]).length === 0
  ) {
    tx.edit('customer', subscription.customer).discount = null;
  }
  return invoice;
};

/** Bills a whole period of all items of a subscription. */
export const periodLines = (
  tx: Transaction,
  subscription: ReadonlyObject<Subscription>,
  period: BillingPeriod,
): InvoiceLine[] =>
  subscription.items.data.map((item) =>
    subscriptionItemLine(tx, item, { subscription: subscription.id, period }),
  );

const netOf = (line: InvoiceLine): number =>
  line.amount - (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** @returns the amount that an invoice billed for each item, after discounts. */
export const billedItemsOf = (invoice: ReadonlyObject<Invoice>): BilledItem[] =>
  invoice.lines.data.flatMap((line) => {
    const id = subscriptionItemOf(line);
    if (id === undefined || line.amount < 0) return [];
    const { start, end } = line.period;
    return [
      {
        object: 'local.billed_item' as const,
        id,
        amount: netOf(line),
        start,
        end,
        invoice: invoice.id,
        line: line.id,
      },
    ];
  });

export const recordBilledItems = (tx: Transaction, billedItems: readonly BilledItem[]): void => {
  for (const billedItem of billedItems) tx.put({ ...billedItem });
};

/** Subtracts the subscription's discounts from the prices of whole periods. */
export const netAmounts = (
  tx: Transaction,
  subscription: ReadonlyObject<Subscription>,
  full: readonly { amount: number; product: string }[],
): number[] => {
  const taken = discountAmounts(tx, full, effectiveDiscounts(tx, subscription));
  return full.map(({ amount }, index) =>
    taken.reduce((left, { amounts }) => left - (amounts[index] ?? 0), amount),
  );
};

export const createProrationItems = (
  tx: Transaction,
  inputs: readonly InvoiceItemInput[],
): ReadonlyObject<InvoiceItem>[] => inputs.map((input) => newInvoiceItem(tx, input));
