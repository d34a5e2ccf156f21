import { redeemDiscounts, type DiscountsParameter } from '../catalog/discounts.ts';
import { emitEvent } from '../webhooks/events.ts';
import { roundCents } from '../invoices/invoice-totals.ts';
import { lineAmount, subscriptionItemLine } from '../invoices/invoice-lines.ts';
import { finalizeInvoice } from '../invoices/invoice-lifecycle.ts';
import { attemptPayment, paymentMethodFor, paymentIntentOf } from '../invoices/invoice-payment.ts';
import { addIntervals } from '../time/billing-periods.ts';
import { pendingInvoiceItems } from '../invoices/new-invoice.ts';
import { cardError } from '../payments/payment-intents.ts';
import { activePrice } from '../catalog/prices.ts';
import { StripeApiError, invalidRequest } from '../http/stripe-api-error.ts';
import type { ItemChange } from './subscription-change.ts';
import { billedItemsOf, createSubscriptionInvoice, recordBilledItems } from './subscription-invoice.ts';
import {
  checkSubscriptionItems,
  billingPeriodAt,
  billingInterval,
  createSubscriptionItem,
} from './subscription-state.ts';
import type { PaymentBehavior } from './execute-change.ts';
import type { InvoiceLine, Subscription, SubscriptionItem } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';
import { listObject } from '../http/render-object.ts';

export interface SubscriptionInput {
  customer: string;
  /** Shown only: the emulator computes no taxes. */
  automatic_tax?: boolean | undefined;
  items: readonly ItemChange[];
  discounts: DiscountsParameter;
  metadata: Record<string, string>;
  default_payment_method?: string | null;
  description?: string | null;
  billing_cycle_anchor?: number;
  prorates: boolean;
  cancel_at_period_end?: boolean;
}

const newItems = (tx: Transaction, id: string, input: SubscriptionInput): SubscriptionItem[] => {
  const nothingYet = { start: tx.now, end: tx.now };
  const items = input.items.map((item, index) => {
    if (item.price === undefined) {
      throw invalidRequest(
        'Missing required param: items[price].',
        `items[${index}][price]`,
        'parameter_missing',
      );
    }
    const price = activePrice(tx, item.price, `items[${index}][price]`);
    const metadata = item.metadata ?? {};
    return createSubscriptionItem(tx, id, {
      price,
      quantity: item.quantity ?? 1,
      period: nothingYet,
      metadata,
    });
  });
  checkSubscriptionItems(items);
  return items;
};

const unused = {
  application: null,
  application_fee_percent: null,
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

const subscriptionFrom = (tx: Transaction, id: string, input: SubscriptionInput): Subscription => {
  const items = newItems(tx, id, input);
  const anchor = input.billing_cycle_anchor ?? tx.now;
  if (anchor < tx.now || anchor > addIntervals(tx.now, billingInterval(items), 1)) {
    throw invalidRequest(
      'billing_cycle_anchor must be in the future and at most one period away.',
      'billing_cycle_anchor',
    );
  }
  const end = anchor === tx.now ? billingPeriodAt(anchor, items, anchor).end : anchor;
  for (const item of items) Object.assign(item, { current_period_start: tx.now, current_period_end: end });
  return {
    ...unused,
    automatic_tax: { disabled_reason: null, enabled: input.automatic_tax ?? false, liability: null },
    id,
    object: 'subscription',
    billing_cycle_anchor: anchor,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    cancel_at: input.cancel_at_period_end ? end : null,
    cancel_at_period_end: input.cancel_at_period_end ?? false,
    canceled_at: input.cancel_at_period_end ? tx.now : null,
    created: tx.now,
    currency: items[0]?.price.currency ?? 'usd',
    customer: input.customer,
    default_payment_method: input.default_payment_method ?? null,
    description: input.description ?? null,
    discounts: redeemDiscounts(tx, input.discounts, { customer: input.customer, subscription: id }),
    items: listObject(`/v1/subscription_items?subscription=${id}`, items),
    latest_invoice: null,
    metadata: input.metadata,
    start_date: tx.now,
    status: 'incomplete',
  };
};

/** Bills the first period, which is a partial one when the billing cycle has an anchor of its own. */
const firstLines = (tx: Transaction, subscription: Subscription, prorates: boolean): InvoiceLine[] =>
  subscription.items.data.map((item) => {
    const period = { start: item.current_period_start, end: item.current_period_end };
    if (subscription.billing_cycle_anchor === tx.now)
      return subscriptionItemLine(tx, item, { subscription: subscription.id, period });
    const whole = period.end - addIntervals(period.end, billingInterval([item]), -1);
    const full = lineAmount(item.price, item.quantity ?? 1);
    const part = prorates ? roundCents((full * (period.end - period.start)) / whole) : 0;
    return subscriptionItemLine(tx, item, { subscription: subscription.id, period, amount: part });
  });

/** Creates a subscription with its first invoice, which is finalized but not charged yet. */
export const newSubscription = (
  tx: Transaction,
  input: SubscriptionInput,
): { subscription: Subscription; invoice: string } => {
  const id = newId('sub');
  const subscription = tx.put(subscriptionFrom(tx, id, input));
  const customer = tx.edit('customer', input.customer);
  customer.currency ??= subscription.currency;
  emitEvent(tx, 'customer.subscription.created', { object: subscription });
  const invoice = createSubscriptionInvoice(tx, id, {
    reason: 'subscription_create',
    lines: firstLines(tx, subscription, input.prorates),
    items: pendingInvoiceItems(tx, input.customer, id),
    auto_advance: false,
  });
  recordBilledItems(tx, billedItemsOf(invoice));
  finalizeInvoice(tx, invoice.id);
  return { subscription: tx.edit('subscription', id), invoice: invoice.id };
};

/** Creates a subscription and pays its first invoice by the payment behavior. @throws StripeApiError */
export const createSubscription = (
  tx: Transaction,
  input: SubscriptionInput,
  behavior: PaymentBehavior,
): Subscription => {
  const { subscription, invoice } = newSubscription(tx, input);
  const { id } = subscription;
  if (tx.get('invoice', invoice).status === 'paid' || behavior === 'default_incomplete') {
    return tx.edit('subscription', id);
  }
  const card = paymentMethodFor(tx, tx.get('invoice', invoice));
  if (card === undefined) {
    const message =
      'This customer has no attached payment source or default payment method. ' +
      'Please consider adding a default payment method.';
    throw invalidRequest(message, undefined, 'resource_missing');
  }
  const outcome = attemptPayment(tx, invoice, { card });
  if (outcome !== 'succeeded' && behavior === 'error_if_incomplete') {
    const code = 'subscription_payment_intent_requires_action';
    const { status, type, message, members } = cardError(tx, outcome, {
      intent: paymentIntentOf(tx, invoice),
      actionCode: code,
    });
    throw new StripeApiError(status, type, { message, members });
  }
  return tx.edit('subscription', id);
};
