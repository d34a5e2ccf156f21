import { deepCopy } from '../store/deep-copy.ts';
import {
  lineAmount,
  subscriptionItemLine,
  productName,
  type InvoiceItemInput,
  type BillingPeriod,
} from '../invoices/invoice-lines.ts';
import { roundCents } from '../invoices/invoice-totals.ts';
import { pendingInvoiceItems } from '../invoices/new-invoice.ts';
import { activePrice } from '../catalog/prices.ts';
import { invalidRequest } from '../http/stripe-api-error.ts';
import { mergeMetadata } from '../http/route.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import {
  billedItemsOf,
  createSubscriptionInvoice,
  netAmounts,
  createProrationItems,
  recordBilledItems,
} from './subscription-invoice.ts';
import {
  checkSubscriptionItems,
  billingPeriodAt,
  billingInterval,
  createSubscriptionItem,
  currentPeriod,
  sameInterval,
  changeSubscription,
} from './subscription-state.ts';
import type { BilledItem, Invoice, Subscription, SubscriptionItem } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

export interface ItemChange {
  id?: string;
  price?: string;
  quantity?: number;
  deleted?: boolean;
  metadata?: Record<string, string> | null;
}

export type Proration = 'always_invoice' | 'create_prorations' | 'none';

export interface SubscriptionChangeInput {
  items?: readonly ItemChange[];
  anchorNow?: boolean;
  proration: Proration;
  /** The instant of the prorations. */
  at: number;
}

/** A planned change, with all amounts calculated at its request. */
export interface SubscriptionChange {
  items: SubscriptionItem[];
  /** Present when a new billing cycle begins. */
  anchor?: number;
  prorations: InvoiceItemInput[];
  billedItems: BilledItem[];
  proration: Proration;
  cancel_at_period_end?: boolean;
}

const changedItem = (
  tx: Transaction,
  subscription: ReadonlyObject<Subscription>,
  { item, change: given }: { item: SubscriptionItem; change: ItemChange },
) => {
  const price = given.price === undefined ? item.price : activePrice(tx, given.price, 'items[price]');
  return createSubscriptionItem(tx, subscription.id, {
    id: item.id,
    price,
    quantity: given.quantity ?? item.quantity ?? 1,
    period: currentPeriod(subscription),
    metadata: mergeMetadata(item.metadata, given.metadata),
  });
};

/** @returns the items after the change. As in Stripe, an item without an id is added to the others. */
const itemsAfter = (
  tx: Transaction,
  subscription: ReadonlyObject<Subscription>,
  given: readonly ItemChange[],
) => {
  const items = new Map(subscription.items.data.map((item) => [item.id, item]));
  for (const [index, one] of given.entries()) {
    if (one.id === undefined) {
      if (one.price === undefined)
        throw invalidRequest(
          'Missing required param: items[price].',
          `items[${index}][price]`,
          'parameter_missing',
        );
      const price = activePrice(tx, one.price, `items[${index}][price]`);
      const item = createSubscriptionItem(tx, subscription.id, {
        price,
        quantity: one.quantity ?? 1,
        period: currentPeriod(subscription),
        metadata: mergeMetadata({}, one.metadata ?? {}),
      });
      items.set(item.id, item);
      continue;
    }
    const item = items.get(one.id);
    if (!item)
      throw invalidRequest(
        `No such subscription item: '${one.id}'`,
        `items[${index}][id]`,
        'resource_missing',
      );
    if (one.deleted) items.delete(one.id);
    else items.set(one.id, changedItem(tx, subscription, { item, change: one }));
  }
  const after = [...items.values()];
  if (after.length === 0) throw invalidRequest('A subscription must have at least one active item.', 'items');
  checkSubscriptionItems(after);
  return after;
};

const differs = (
  before: ReadonlyObject<SubscriptionItem> | undefined,
  after: ReadonlyObject<SubscriptionItem> | undefined,
): boolean => before?.price.id !== after?.price.id || before?.quantity !== after?.quantity;

const dateText = (at: number): string =>
  new Date(at * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** Credits the unused part of an item's last bill, to the second. */
export const unusedTimeCredit = (
  tx: Transaction,
  subscription: ReadonlyObject<Subscription>,
  { item, at }: { item: ReadonlyObject<SubscriptionItem>; at: number },
): InvoiceItemInput[] => {
  const billedItem = tx.find('local.billed_item', item.id);
  if (!billedItem || at >= billedItem.end) return [];
  const amount = -roundCents(
    (billedItem.amount * (billedItem.end - Math.max(at, billedItem.start))) /
      (billedItem.end - billedItem.start),
  );
  const { invoice, line } = billedItem;
  return [
    {
      customer: subscription.customer,
      amount,
      currency: item.price.currency,
      description: `Unused time on ${item.quantity ?? 1} × ${productName(tx, item.price)} after ${dateText(at)}`,
      discountable: false,
      period: { start: at, end: billedItem.end },
      quantity: item.quantity ?? 1,
      price: item.price,
      proration: {
        subscription: subscription.id,
        subscription_item: item.id,
        ...(invoice !== null && line !== null && { credited: { invoice, line } }),
      },
    },
  ];
};

/** Bills the rest of the period for the new items, to the second, after the subscription's discounts. */
const restOf = (
  tx: Transaction,
  subscription: ReadonlyObject<Subscription>,
  { items, at }: { items: readonly SubscriptionItem[]; at: number },
): { item: SubscriptionItem; input: InvoiceItemInput }[] => {
  const { start, end } = currentPeriod(subscription);
  const full = items.map(({ price, quantity }) => ({
    amount: lineAmount(price, quantity ?? 1),
    product: price.product,
  }));
  const net = netAmounts(tx, subscription, full);
  return items.map((item, index) => ({
    item,
    input: {
      customer: subscription.customer,
      amount: roundCents(((net[index] ?? 0) * (end - at)) / (end - start)),
      currency: item.price.currency,
      description: `Remaining time on ${item.quantity ?? 1} × ${productName(tx, item.price)} after ${dateText(at)}`,
      discountable: false,
      period: { start: at, end },
      quantity: item.quantity ?? 1,
      price: item.price,
      proration: { subscription: subscription.id, subscription_item: item.id },
    },
  }));
};

/** Plans a change of items without applying it. @throws StripeApiError */
export const planSubscriptionChange = (
  tx: Transaction,
  subscription: ReadonlyObject<Subscription>,
  input: SubscriptionChangeInput,
): SubscriptionChange => {
  const before = subscription.items.data;
  const items = input.items ? itemsAfter(tx, subscription, input.items) : deepCopy(before);
  const after = new Map(items.map((item) => [item.id, item]));
  const newCycle = input.anchorNow === true || !sameInterval(billingInterval(before), billingInterval(items));
  const prorates = input.proration !== 'none';
  const leaving = before.filter((item) => newCycle || differs(item, after.get(item.id)));
  const credits = prorates
    ? leaving.flatMap((item) => unusedTimeCredit(tx, subscription, { item, at: input.at }))
    : [];
  const { proration } = input;
  if (newCycle) return { items, anchor: input.at, prorations: credits, billedItems: [], proration };
  const coming = restOf(tx, subscription, { items, at: input.at }).filter(({ item }) =>
    differs(
      before.find(({ id }) => id === item.id),
      item,
    ),
  );
  if (!prorates) return { items, prorations: [], billedItems: [], proration };
  const billedItems = coming.map(({ item, input: { amount, period } }) => ({
    object: 'local.billed_item' as const,
    id: item.id,
    amount,
    ...period,
    invoice: null,
    line: null,
  }));
  return { items, prorations: [...credits, ...coming.map((one) => one.input)], billedItems, proration };
};

/** @returns whether a change is billed at once. */
export const isBilledImmediately = ({ anchor, proration, prorations }: SubscriptionChange): boolean =>
  anchor !== undefined || (proration === 'always_invoice' && prorations.length > 0);

const newPeriod = (change: SubscriptionChange, anchor: number): BillingPeriod =>
  billingPeriodAt(anchor, change.items, anchor);

/** Creates the draft that bills a change, with all pending items of the subscription. */
export const invoiceSubscriptionChange = (
  tx: Transaction,
  id: string,
  change: SubscriptionChange,
): Invoice => {
  const { anchor } = change;
  const waiting = pendingInvoiceItems(tx, tx.get('subscription', id).customer, id).filter(
    (item) => item.parent !== null,
  );
  const lines =
    anchor === undefined
      ? []
      : change.items.map((item) =>
          subscriptionItemLine(tx, item, { subscription: id, period: newPeriod(change, anchor) }),
        );
  const invoice = createSubscriptionInvoice(tx, id, {
    reason: 'subscription_update',
    lines,
    items: [...waiting, ...createProrationItems(tx, change.prorations)],
    auto_advance: true,
  });
  change.billedItems = billedItemsOf(invoice).filter(({ start }) => start >= (anchor ?? 0));
  return invoice;
};

/** Applies a planned change to the subscription. */
export const applySubscriptionChange = (
  tx: Transaction,
  id: string,
  change: SubscriptionChange,
): Subscription => {
  const { anchor } = change;
  recordBilledItems(tx, change.billedItems);
  return changeSubscription(tx, id, (subscription) => {
    const period = anchor === undefined ? currentPeriod(subscription) : newPeriod(change, anchor);
    subscription.items.data = change.items.map((item) => ({
      ...item,
      current_period_start: period.start,
      current_period_end: period.end,
    }));
    if (anchor !== undefined) subscription.billing_cycle_anchor = anchor;
    if (change.cancel_at_period_end !== undefined)
      setCancelAtPeriodEnd(tx, subscription, change.cancel_at_period_end);
  });
};

/** Sets whether a subscription ends with its period. */
export const setCancelAtPeriodEnd = (tx: Transaction, subscription: Subscription, ends: boolean): void => {
  subscription.cancel_at_period_end = ends;
  subscription.cancel_at = ends ? currentPeriod(subscription).end : null;
  subscription.canceled_at = ends ? tx.now : null;
};
