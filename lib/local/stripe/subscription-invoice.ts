import { discountAmounts } from './invoice-totals.ts';
import { itemLine, newInvoiceItem, type InvoiceItemOrder, type Period } from './invoice-lines.ts';
import { lasting } from './discounts.ts';
import { itemIdOf, newInvoice, type InvoiceOrder } from './new-invoice.ts';
import { discountsOf } from './subscription-state.ts';
import type { Seen } from './state.ts';
import type { Debit, Invoice, InvoiceItem, InvoiceLine, Subscription } from './wire.ts';
import type { Work } from './work.ts';

interface SubscriptionInvoiceOrder {
  reason: InvoiceOrder['billing_reason'];
  lines: InvoiceLine[];
  items?: readonly Seen<InvoiceItem>[];
  auto_advance: boolean;
  period?: Period;
}

/** A draft for a subscription, with its discounts; those for once are used up by it. */
export const invoiceSubscription = (work: Work, id: string, order: SubscriptionInvoiceOrder): Invoice => {
  const subscription = work.edit('subscription', id);
  const invoice = newInvoice(work, {
    customer: subscription.customer,
    currency: subscription.currency,
    billing_reason: order.reason,
    subscription: { id, metadata: subscription.metadata },
    lines: order.lines,
    items: order.items ?? [],
    discounts: discountsOf(work, subscription),
    auto_advance: order.auto_advance,
    period: order.period,
  });
  subscription.latest_invoice = invoice.id;
  subscription.discounts = lasting(work, subscription.discounts);
  const { discount } = work.get('customer', subscription.customer);
  if (discount && invoice.discounts.includes(discount.id) && lasting(work, [discount.id]).length === 0) {
    work.edit('customer', subscription.customer).discount = null;
  }
  return invoice;
};

/** Lines for a whole period of everything a subscription holds. */
export const periodLines = (work: Work, subscription: Seen<Subscription>, period: Period): InvoiceLine[] =>
  subscription.items.data.map((item) => itemLine(work, item, subscription.id, period));

const netOf = (line: InvoiceLine): number =>
  line.amount - (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** What each item was billed for by an invoice, after discounts. */
export const debitsOf = (invoice: Seen<Invoice>): Debit[] =>
  invoice.lines.data.flatMap((line) => {
    const id = itemIdOf(line);
    if (id === undefined || line.amount < 0) return [];
    const { start, end } = line.period;
    return [
      {
        object: 'local.debit' as const,
        id,
        amount: netOf(line),
        start,
        end,
        invoice: invoice.id,
        line: line.id,
      },
    ];
  });

export const recordDebits = (work: Work, debits: readonly Debit[]): void => {
  for (const debit of debits) work.put({ ...debit });
};

/** What whole periods of these amounts cost once the subscription's discounts are off. */
export const netAmounts = (
  work: Work,
  subscription: Seen<Subscription>,
  full: readonly { amount: number; product: string }[],
): number[] => {
  const taken = discountAmounts(work, full, discountsOf(work, subscription));
  return full.map(({ amount }, index) =>
    taken.reduce((left, { amounts }) => left - (amounts[index] ?? 0), amount),
  );
};

export const newProrations = (work: Work, orders: readonly InvoiceItemOrder[]): Seen<InvoiceItem>[] =>
  orders.map((order) => newInvoiceItem(work, order));
