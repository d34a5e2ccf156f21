import { deepCopy } from '../store/deep-copy.ts';
import { finalizeAndCollect } from '../invoices/invoice-lifecycle.ts';
import { pendingInvoiceItems } from '../invoices/new-invoice.ts';
import { expirePendingUpdate } from './pending-update.ts';
import { enterNextPhase } from './schedule-phases.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import {
  billedItemsOf,
  createSubscriptionInvoice,
  periodLines,
  recordBilledItems,
} from './subscription-invoice.ts';
import { billingPeriodAt, endSubscription, currentPeriod, updateSubscription } from './subscription-state.ts';
import type { Subscription, SubscriptionItem } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

/** What still runs, and so turns at its period's end. */
export const isRunning = ({ status }: ReadonlyObject<Subscription>): boolean =>
  ['active', 'past_due', 'unpaid', 'trialing'].includes(status);

/** A new period begins where the old one ended; its invoice stays a draft for an hour. */
const renew = (work: Transaction, id: string): void => {
  const old = currentPeriod(work.get('subscription', id));
  const subscription = updateSubscription(work, id, (one) => {
    const period = billingPeriodAt(one.billing_cycle_anchor, one.items.data, old.end);
    for (const item of one.items.data) {
      item.current_period_start = old.end;
      item.current_period_end = period.end;
    }
  });
  const invoice = createSubscriptionInvoice(work, id, {
    reason: 'subscription_cycle',
    lines: periodLines(work, subscription, currentPeriod(subscription)),
    items: pendingInvoiceItems(work, subscription.customer, id),
    auto_advance: subscription.status !== 'unpaid',
    period: { start: old.start, end: old.end },
  });
  recordBilledItems(work, billedItemsOf(invoice));
};

/** Prorations that wait are collected before a subscription ends with its period. */
const billRest = (work: Transaction, id: string): void => {
  const subscription = work.get('subscription', id);
  const items = pendingInvoiceItems(work, subscription.customer, id).filter((item) => item.parent !== null);
  if (items.length === 0) return;
  const invoice = createSubscriptionInvoice(work, id, {
    reason: 'subscription_cycle',
    lines: [],
    items,
    auto_advance: true,
    period: currentPeriod(subscription),
  });
  finalizeAndCollect(work, invoice.id);
};

/** When a subscription turns next: its period or its phase ends, or it was told to end. */
export const nextTransitionAt = (
  work: Transaction,
  subscription: ReadonlyObject<Subscription>,
): number | undefined => {
  if (!isRunning(subscription)) return undefined;
  const { schedule, cancel_at } = subscription;
  const phase = schedule === null ? undefined : work.find('subscription_schedule', schedule)?.current_phase;
  return Math.min(currentPeriod(subscription).end, cancel_at ?? Infinity, phase?.end_date ?? Infinity);
};

/** Does what is due: a phase, an end or a renewal, in this order. */
export const runDueTransition = (work: Transaction, id: string): void => {
  const before = work.get('subscription', id);
  const due = nextTransitionAt(work, before);
  if (due === undefined || due > work.now) return;
  const atPeriodEnd = currentPeriod(before).end <= work.now;
  if (atPeriodEnd) expirePendingUpdate(work, id);
  if (before.schedule !== null) enterNextPhase(work, before.schedule, atPeriodEnd);
  const subscription = work.get('subscription', id);
  if (!isRunning(subscription)) return;
  if (subscription.cancel_at !== null && subscription.cancel_at <= work.now) {
    billRest(work, id);
    endSubscription(work, id, 'cancellation_requested');
    return;
  }
  if (currentPeriod(subscription).end <= work.now) renew(work, id);
};

/** The next renewal's invoice, as a preview shows it. */
export const previewRenewal = (work: Transaction, id: string): string => {
  const subscription = work.get('subscription', id);
  const { start, end } = currentPeriod(subscription);
  const items = deepCopy(subscription.items.data) as SubscriptionItem[];
  return createSubscriptionInvoice(work, id, {
    reason: 'upcoming',
    lines: periodLines(work, subscription, {
      start: end,
      end: billingPeriodAt(subscription.billing_cycle_anchor, items, end).end,
    }),
    items: pendingInvoiceItems(work, subscription.customer, id),
    auto_advance: true,
    period: { start, end },
  }).id;
};
