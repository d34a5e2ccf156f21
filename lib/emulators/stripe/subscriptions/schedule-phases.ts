import { redeemDiscounts, type DiscountsParameter } from '../catalog/discounts.ts';
import { emitEvent } from '../webhooks/events.ts';
import { invalidRequest } from '../http/stripe-api-error.ts';
import { mergeMetadata } from '../http/route.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import {
  applySubscriptionChange,
  planSubscriptionChange,
  type ItemChange,
  type Proration,
} from './subscription-change.ts';
import {
  closeSchedule,
  endSubscription,
  billingInterval,
  sameInterval,
  changeSubscription,
} from './subscription-state.ts';
import { executeSubscriptionChange } from './execute-change.ts';
import type { Phase, Subscription, SubscriptionSchedule } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

/** @returns the changes that turn a subscription's items into those of a phase. */
const itemChanges = (subscription: ReadonlyObject<Subscription>, phase: Phase): ItemChange[] => {
  const itemIds = new Map(subscription.items.data.map((item) => [item.price.id, item.id]));
  const present = phase.items.map(({ price, quantity }) => {
    const id = itemIds.get(price);
    return { ...(id === undefined ? { price } : { id }), quantity: quantity ?? 1 };
  });
  const removed = subscription.items.data
    .filter(({ price }) => phase.items.every((item) => item.price !== price.id))
    .map(({ id }) => ({ id, deleted: true }));
  return [...present, ...removed];
};

const discountsGiven = (phase: Phase): DiscountsParameter =>
  phase.discounts.flatMap(({ coupon, discount, promotion_code }): DiscountsParameter => {
    if (discount !== null) return [{ discount }];
    if (promotion_code !== null) return [{ promotion_code }];
    return coupon === null ? [] : [{ coupon }];
  });

/** Applies discounts, taxes, metadata and payment method of a phase. One without discounts removes the subscription's. */
const takeSettings = (tx: Transaction, id: string, phase: Phase): void => {
  changeSubscription(tx, id, (subscription) => {
    const target = { customer: subscription.customer, subscription: id };
    subscription.discounts = redeemDiscounts(tx, discountsGiven(phase), target);
    subscription.metadata = mergeMetadata(subscription.metadata, phase.metadata ?? {});
    if (phase.automatic_tax) subscription.automatic_tax.enabled = phase.automatic_tax.enabled;
    if (phase.default_payment_method !== null)
      subscription.default_payment_method = phase.default_payment_method;
  });
};

/** Applies a phase to a subscription. At the end of a period the renewal bills it. */
export const enterPhase = (
  tx: Transaction,
  id: string,
  { phase, atPeriodEnd }: { phase: Phase; atPeriodEnd: boolean },
): void => {
  takeSettings(tx, id, phase);
  const subscription = tx.get('subscription', id);
  const at = phase.start_date;
  const anchorNow = phase.billing_cycle_anchor === 'phase_start';
  const items = itemChanges(subscription, phase);
  if (!atPeriodEnd) {
    const proration = phase.proration_behavior as Proration;
    executeSubscriptionChange(tx, id, {
      change: planSubscriptionChange(tx, subscription, { items, anchorNow, proration, at }),
      behavior: 'allow_incomplete',
    });
    return;
  }
  const change = planSubscriptionChange(tx, subscription, { items, proration: 'none', at });
  const moves =
    anchorNow || !sameInterval(billingInterval(subscription.items.data), billingInterval(change.items));
  applySubscriptionChange(tx, id, { ...change, anchor: undefined });
  if (moves) changeSubscription(tx, id, (one) => void (one.billing_cycle_anchor = at));
};

/** Enters the next phase. After the last one the schedule releases or cancels the subscription. */
export const enterNextPhase = (tx: Transaction, scheduleId: string, atPeriodEnd: boolean): void => {
  const schedule = tx.edit('subscription_schedule', scheduleId);
  const { current_phase: current, subscription } = schedule;
  if (schedule.status !== 'active' || !current || subscription === null || current.end_date > tx.now) return;
  const next = schedule.phases.find(({ start_date }) => start_date === current.end_date);
  if (!next) {
    closeSchedule(tx, scheduleId, schedule.end_behavior === 'cancel' ? 'completed' : 'released');
    if (schedule.end_behavior === 'cancel') endSubscription(tx, subscription, 'cancellation_requested');
    return;
  }
  schedule.current_phase = { start_date: next.start_date, end_date: next.end_date };
  emitEvent(tx, 'subscription_schedule.updated', { object: schedule, previous: { current_phase: current } });
  enterPhase(tx, subscription, { phase: next, atPeriodEnd });
  showScheduledEnd(tx, schedule);
};

/** Shows on a subscription when its schedule will cancel it. */
export const showScheduledEnd = (tx: Transaction, schedule: ReadonlyObject<SubscriptionSchedule>): void => {
  if (schedule.subscription === null) return;
  const end = schedule.end_behavior === 'cancel' ? (schedule.phases.at(-1)?.end_date ?? null) : null;
  changeSubscription(tx, schedule.subscription, (one) => {
    one.cancel_at = end;
    one.cancel_at_period_end = false;
    one.canceled_at = end === null ? null : (one.canceled_at ?? tx.now);
  });
};

/** Applies the items of the current phase at once. */
export const applyCurrentPhase = (
  tx: Transaction,
  schedule: ReadonlyObject<SubscriptionSchedule>,
  proration: Proration,
): void => {
  const phase = schedule.phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date);
  if (!phase || schedule.subscription === null)
    throw invalidRequest('The current phase is missing.', 'phases');
  const subscription = tx.get('subscription', schedule.subscription);
  const items = itemChanges(subscription, phase);
  const same =
    items.length === subscription.items.data.length &&
    items.every((item) =>
      subscription.items.data.some(
        (one) => one.id === item.id && one.quantity === item.quantity && !item.deleted,
      ),
    );
  if (same) return;
  executeSubscriptionChange(tx, subscription.id, {
    change: planSubscriptionChange(tx, subscription, { items, proration, at: tx.now }),
    behavior: 'allow_incomplete',
  });
};
