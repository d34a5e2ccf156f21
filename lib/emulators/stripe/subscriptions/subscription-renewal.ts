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
import { billingPeriodAt, endSubscription, currentPeriod, changeSubscription } from './subscription-state.ts';
import type { Subscription, SubscriptionItem } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

/** @returns whether a subscription renews at the end of its period. */
export const isRunning = ({ status }: ReadonlyObject<Subscription>): boolean =>
  ['active', 'past_due', 'unpaid', 'trialing'].includes(status);

/** Begins a new period at the end of the old one. Its invoice stays a draft for an hour. */
const renew = (tx: Transaction, id: string): void => {
  const old = currentPeriod(tx.get('subscription', id));
  const subscription = changeSubscription(tx, id, (one) => {
    const period = billingPeriodAt(one.billing_cycle_anchor, one.items.data, old.end);
    for (const item of one.items.data) {
      item.current_period_start = old.end;
      item.current_period_end = period.end;
    }
  });
  const invoice = createSubscriptionInvoice(tx, id, {
    reason: 'subscription_cycle',
    lines: periodLines(tx, subscription, currentPeriod(subscription)),
    items: pendingInvoiceItems(tx, subscription.customer, id),
    auto_advance: subscription.status !== 'unpaid',
    period: { start: old.start, end: old.end },
  });
  recordBilledItems(tx, billedItemsOf(invoice));
};

/** Bills pending prorations before a subscription ends with its period. */
const billRest = (tx: Transaction, id: string): void => {
  const subscription = tx.get('subscription', id);
  const items = pendingInvoiceItems(tx, subscription.customer, id).filter((item) => item.parent !== null);
  if (items.length === 0) return;
  const invoice = createSubscriptionInvoice(tx, id, {
    reason: 'subscription_cycle',
    lines: [],
    items,
    auto_advance: true,
    period: currentPeriod(subscription),
  });
  finalizeAndCollect(tx, invoice.id);
};

/** @returns the next end of a subscription's period or phase, or its cancellation, whichever is first. */
export const nextTransitionAt = (
  tx: Transaction,
  subscription: ReadonlyObject<Subscription>,
): number | undefined => {
  if (!isRunning(subscription)) return undefined;
  const { schedule, cancel_at } = subscription;
  const phase = schedule === null ? undefined : tx.find('subscription_schedule', schedule)?.current_phase;
  return Math.min(currentPeriod(subscription).end, cancel_at ?? Infinity, phase?.end_date ?? Infinity);
};

/** Runs what is due: the next phase, the cancellation or the renewal, in this order. */
export const runDueTransition = (tx: Transaction, id: string): void => {
  const before = tx.get('subscription', id);
  const due = nextTransitionAt(tx, before);
  if (due === undefined || due > tx.now) return;
  const atPeriodEnd = currentPeriod(before).end <= tx.now;
  if (atPeriodEnd) expirePendingUpdate(tx, id);
  if (before.schedule !== null) enterNextPhase(tx, before.schedule, atPeriodEnd);
  const subscription = tx.get('subscription', id);
  if (!isRunning(subscription)) return;
  if (subscription.cancel_at !== null && subscription.cancel_at <= tx.now) {
    billRest(tx, id);
    endSubscription(tx, id, 'cancellation_requested');
    return;
  }
  if (currentPeriod(subscription).end <= tx.now) renew(tx, id);
};

/** Creates the invoice of the next renewal for a preview. */
export const previewRenewal = (tx: Transaction, id: string): string => {
  const subscription = tx.get('subscription', id);
  const { start, end } = currentPeriod(subscription);
  const items = deepCopy(subscription.items.data) as SubscriptionItem[];
  return createSubscriptionInvoice(tx, id, {
    reason: 'upcoming',
    lines: periodLines(tx, subscription, {
      start: end,
      end: billingPeriodAt(subscription.billing_cycle_anchor, items, end).end,
    }),
    items: pendingInvoiceItems(tx, subscription.customer, id),
    auto_advance: true,
    period: { start, end },
  }).id;
};
