import { redeemDiscounts, type DiscountsGiven } from './discounts.ts';
import { emit } from './events.ts';
import { roundCents } from './invoice-totals.ts';
import { fullAmount, itemLine } from './invoice-lines.ts';
import { finalize } from './invoice-lifecycle.ts';
import { attempt, cardFor, intentOf } from './invoice-payment.ts';
import { addIntervals } from './months.ts';
import { pendingItems } from './new-invoice.ts';
import { cardError } from './payments.ts';
import { activePrice } from './prices.ts';
import { Refusal, refuse } from './refusal.ts';
import type { ItemChange } from './subscription-change.ts';
import { debitsOf, invoiceSubscription, recordDebits } from './subscription-invoice.ts';
import { checkItems, cyclePeriod, intervalOf, itemOf } from './subscription-state.ts';
import type { PaymentBehavior } from './subscription-update.ts';
import type { InvoiceLine, Subscription, SubscriptionItem } from './wire.ts';
import { newId, type Work } from './work.ts';
import { pageOf } from './render.ts';

export interface SubscriptionOrder {
  customer: string;
  items: readonly ItemChange[];
  discounts: DiscountsGiven;
  metadata: Record<string, string>;
  default_payment_method?: string | null;
  description?: string | null;
  billing_cycle_anchor?: number;
  prorates: boolean;
  cancel_at_period_end?: boolean;
}

const newItems = (work: Work, id: string, order: SubscriptionOrder): SubscriptionItem[] => {
  const nothingYet = { start: work.now, end: work.now };
  const items = order.items.map((item, index) => {
    if (item.price === undefined) {
      throw refuse('Missing required param: items[price].', `items[${index}][price]`, 'parameter_missing');
    }
    const price = activePrice(work, item.price, `items[${index}][price]`);
    const metadata = item.metadata ?? {};
    return itemOf(work, id, { price, quantity: item.quantity ?? 1, period: nothingYet, metadata });
  });
  checkItems(items);
  return items;
};

const unused = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_schedules: [],
  billing_thresholds: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically' as const,
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' as const },
  },
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: 'off' as const,
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: {
    end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' as const },
  },
  trial_start: null,
};

const subscriptionFrom = (work: Work, id: string, order: SubscriptionOrder): Subscription => {
  const items = newItems(work, id, order);
  const anchor = order.billing_cycle_anchor ?? work.now;
  if (anchor < work.now || anchor > addIntervals(work.now, intervalOf(items), 1)) {
    throw refuse(
      'billing_cycle_anchor must be in the future and at most one period away.',
      'billing_cycle_anchor',
    );
  }
  const end = anchor === work.now ? cyclePeriod(anchor, items, anchor).end : anchor;
  for (const item of items) Object.assign(item, { current_period_start: work.now, current_period_end: end });
  return {
    ...unused,
    id,
    object: 'subscription',
    billing_cycle_anchor: anchor,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    cancel_at: order.cancel_at_period_end ? end : null,
    cancel_at_period_end: order.cancel_at_period_end ?? false,
    canceled_at: order.cancel_at_period_end ? work.now : null,
    created: work.now,
    currency: items[0]?.price.currency ?? 'usd',
    customer: order.customer,
    default_payment_method: order.default_payment_method ?? null,
    description: order.description ?? null,
    discounts: redeemDiscounts(work, order.discounts, { customer: order.customer, subscription: id }),
    items: pageOf(`/v1/subscription_items?subscription=${id}`, items),
    latest_invoice: null,
    metadata: order.metadata,
    start_date: work.now,
    status: 'incomplete',
  };
};

/** The first period is a part of one when the cycle turns at an anchor of its own. */
const firstLines = (work: Work, subscription: Subscription, prorates: boolean): InvoiceLine[] =>
  subscription.items.data.map((item) => {
    const period = { start: item.current_period_start, end: item.current_period_end };
    if (subscription.billing_cycle_anchor === work.now) return itemLine(work, item, subscription.id, period);
    const whole = period.end - addIntervals(period.end, intervalOf([item]), -1);
    const full = fullAmount(item.price, item.quantity ?? 1);
    const part = prorates ? roundCents((full * (period.end - period.start)) / whole) : 0;
    return itemLine(work, item, subscription.id, period, part);
  });

/** A new subscription with its first invoice, finalized; nothing is charged yet. */
export const newSubscription = (
  work: Work,
  order: SubscriptionOrder,
): { subscription: Subscription; invoice: string } => {
  const id = newId('sub');
  const subscription = work.put(subscriptionFrom(work, id, order));
  const customer = work.edit('customer', order.customer);
  customer.currency ??= subscription.currency;
  emit(work, 'customer.subscription.created', subscription);
  const invoice = invoiceSubscription(work, id, {
    reason: 'subscription_create',
    lines: firstLines(work, subscription, order.prorates),
    items: pendingItems(work, order.customer, id),
    auto_advance: false,
  });
  recordDebits(work, debitsOf(invoice));
  finalize(work, invoice.id);
  return { subscription: work.edit('subscription', id), invoice: invoice.id };
};

/** Creates a subscription and pays its first invoice as the behavior says. @throws Refusal */
export const createSubscription = (
  work: Work,
  order: SubscriptionOrder,
  behavior: PaymentBehavior,
): Subscription => {
  const { subscription, invoice } = newSubscription(work, order);
  const { id } = subscription;
  if (work.get('invoice', invoice).status === 'paid' || behavior === 'default_incomplete') {
    return work.edit('subscription', id);
  }
  const card = cardFor(work, work.get('invoice', invoice));
  if (card === undefined) {
    const told =
      'This customer has no attached payment source or default payment method. ' +
      'Please consider adding a default payment method.';
    throw refuse(told, undefined, 'resource_missing');
  }
  const outcome = attempt(work, invoice, { card });
  if (outcome !== 'succeeded' && behavior === 'error_if_incomplete') {
    const code = 'subscription_payment_intent_requires_action';
    const { status, type, message, members } = cardError(work, outcome, intentOf(work, invoice), code);
    throw new Refusal(status, type, message, members);
  }
  return work.edit('subscription', id);
};
