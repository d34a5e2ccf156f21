import { deepCopy } from '../store/deep-copy.ts';
import { changeObject, emitEvent } from '../webhooks/events.ts';
import { periodAround, type Interval } from '../time/billing-periods.ts';
import { activeDiscounts } from '../catalog/discounts.ts';
import { newId, type Transaction } from '../store/transaction.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { Price, Subscription, SubscriptionItem, SubscriptionSchedule } from '../store/stripe-objects.ts';
import type { BillingPeriod } from '../invoices/invoice-lines.ts';
import { invalidRequest } from '../http/stripe-api-error.ts';
import { subscriptionOf } from '../invoices/new-invoice.ts';

export const changeSubscription = (
  tx: Transaction,
  id: string,
  alter: (subscription: Subscription) => void,
): Subscription =>
  changeObject(tx, { type: 'subscription', id, event: 'customer.subscription.updated' }, alter);

export const billingInterval = (items: readonly ReadonlyObject<SubscriptionItem>[]): Interval => {
  const recurring = items[0]?.price.recurring;
  if (!recurring) throw invalidRequest('A subscription needs at least one recurring price.', 'items');
  return recurring;
};

const intervalText = ({ interval, interval_count }: Interval): string => `${interval_count} ${interval}`;

/** @throws StripeApiError unless all items share one interval and one currency. */
export const checkSubscriptionItems = (items: readonly ReadonlyObject<SubscriptionItem>[]): void => {
  const first = intervalText(billingInterval(items));
  for (const { price } of items) {
    if (!price.recurring) {
      throw invalidRequest(
        `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
        'items',
      );
    }
    if (intervalText(price.recurring) !== first || price.currency !== items[0]?.price.currency) {
      throw invalidRequest('All prices on a subscription must have the same interval and currency.', 'items');
    }
  }
  if (new Set(items.map((item) => item.price.id)).size < items.length) {
    throw invalidRequest('A subscription cannot hold the same price twice.', 'items');
  }
};

export const sameInterval = (a: Interval, b: Interval): boolean => intervalText(a) === intervalText(b);

export const currentPeriod = ({ items }: ReadonlyObject<Subscription>): BillingPeriod => ({
  start: items.data[0]?.current_period_start ?? 0,
  end: items.data[0]?.current_period_end ?? 0,
});

export const billingPeriodAt = (
  anchor: number,
  items: readonly SubscriptionItem[],
  at: number,
): BillingPeriod => periodAround(anchor, billingInterval(items), at);

const planOf = (price: Price): SubscriptionItem['plan'] => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

export const createSubscriptionItem = (
  tx: Transaction,
  subscription: string,
  input: {
    price: ReadonlyObject<Price>;
    quantity: number;
    period: BillingPeriod;
    id?: string;
    metadata?: Record<string, string>;
  },
): SubscriptionItem => {
  const price = deepCopy(input.price) as Price;
  return {
    id: input.id ?? newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: tx.now,
    current_period_end: input.period.end,
    current_period_start: input.period.start,
    current_trial: null,
    discounts: [],
    metadata: input.metadata ?? {},
    plan: planOf(price),
    price,
    quantity: input.quantity,
    subscription,
    tax_rates: [],
  };
};

/** @returns the discounts of a subscription's invoices: its own, or else the customer's. */
export const effectiveDiscounts = (tx: Transaction, subscription: ReadonlyObject<Subscription>): string[] => {
  const own = activeDiscounts(tx, subscription.discounts);
  if (own.length > 0) return own;
  const discount = tx.get('customer', subscription.customer).discount;
  return discount ? activeDiscounts(tx, [discount.id]) : [];
};

/** Closes a schedule and detaches it from its subscription. */
export const closeSchedule = (
  tx: Transaction,
  id: string,
  how: 'released' | 'canceled' | 'completed',
): SubscriptionSchedule => {
  const schedule = tx.edit('subscription_schedule', id);
  const subscription = schedule.subscription;
  Object.assign(schedule, { status: how, current_phase: null, [`${how}_at`]: tx.now });
  if (how === 'released')
    Object.assign(schedule, { released_subscription: subscription, subscription: null });
  emitEvent(tx, `subscription_schedule.${how}`, { object: schedule });
  if (subscription !== null) {
    changeSubscription(tx, subscription, (one) => void (one.schedule = null));
  }
  return schedule;
};

/** Stops the automatic collection of an ended subscription and removes its pending prorations. */
const stopCollecting = (tx: Transaction, id: string): void => {
  for (const invoice of tx.where('invoice', (one) => subscriptionOf(one) === id)) {
    if (invoice.status !== 'open' && invoice.status !== 'draft') continue;
    const stopped = tx.edit('invoice', invoice.id);
    Object.assign(stopped, {
      auto_advance: false,
      next_payment_attempt: null,
      automatically_finalizes_at: null,
    });
  }
  for (const item of tx.where('invoiceitem', (one) => one.invoice === null && one.proration)) {
    if (item.parent?.subscription_details?.subscription === id) tx.remove('invoiceitem', item.id);
  }
};

/** Ends a subscription at once. */
export const endSubscription = (
  tx: Transaction,
  id: string,
  reason: 'cancellation_requested' | 'payment_failed',
): Subscription => {
  const { schedule } = tx.get('subscription', id);
  if (schedule !== null) closeSchedule(tx, schedule, 'canceled');
  stopCollecting(tx, id);
  const subscription = tx.edit('subscription', id);
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? tx.now,
    ended_at: tx.now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason,
    },
  });
  emitEvent(tx, 'customer.subscription.deleted', { object: subscription });
  return subscription;
};
