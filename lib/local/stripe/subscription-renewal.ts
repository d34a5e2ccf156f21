import { copyOf } from './copy.ts';
import { finalizeAndCollect } from './invoice-lifecycle.ts';
import { pendingItems } from './new-invoice.ts';
import { expirePending } from './pending-update.ts';
import { enterNextPhase } from './schedule-phases.ts';
import type { Seen } from './state.ts';
import { debitsOf, invoiceSubscription, periodLines, recordDebits } from './subscription-invoice.ts';
import { cyclePeriod, endSubscription, periodOf, updateSubscription } from './subscription-state.ts';
import type { Subscription, SubscriptionItem } from './wire.ts';
import type { Work } from './work.ts';

/** What still runs, and so turns at its period's end. */
export const runs = ({ status }: Seen<Subscription>): boolean =>
  ['active', 'past_due', 'unpaid', 'trialing'].includes(status);

/** A new period begins where the old one ended; its invoice stays a draft for an hour. */
const renew = (work: Work, id: string): void => {
  const old = periodOf(work.get('subscription', id));
  const subscription = updateSubscription(work, id, (one) => {
    const period = cyclePeriod(one.billing_cycle_anchor, one.items.data, old.end);
    for (const item of one.items.data) {
      item.current_period_start = old.end;
      item.current_period_end = period.end;
    }
  });
  const invoice = invoiceSubscription(work, id, {
    reason: 'subscription_cycle',
    lines: periodLines(work, subscription, periodOf(subscription)),
    items: pendingItems(work, subscription.customer, id),
    auto_advance: subscription.status !== 'unpaid',
    period: { start: old.start, end: old.end },
  });
  recordDebits(work, debitsOf(invoice));
};

/** Prorations that wait are collected before a subscription ends with its period. */
const billRest = (work: Work, id: string): void => {
  const subscription = work.get('subscription', id);
  const items = pendingItems(work, subscription.customer, id).filter((item) => item.parent !== null);
  if (items.length === 0) return;
  const invoice = invoiceSubscription(work, id, {
    reason: 'subscription_cycle',
    lines: [],
    items,
    auto_advance: true,
    period: periodOf(subscription),
  });
  finalizeAndCollect(work, invoice.id);
};

/** When a subscription turns next: its period or its phase ends, or it was told to end. */
export const turnsAt = (work: Work, subscription: Seen<Subscription>): number | undefined => {
  if (!runs(subscription)) return undefined;
  const { schedule, cancel_at } = subscription;
  const phase = schedule === null ? undefined : work.find('subscription_schedule', schedule)?.current_phase;
  return Math.min(periodOf(subscription).end, cancel_at ?? Infinity, phase?.end_date ?? Infinity);
};

/** Does what is due: a phase, an end or a renewal, in this order. */
export const turn = (work: Work, id: string): void => {
  const before = work.get('subscription', id);
  const due = turnsAt(work, before);
  if (due === undefined || due > work.now) return;
  const atPeriodEnd = periodOf(before).end <= work.now;
  if (atPeriodEnd) expirePending(work, id);
  if (before.schedule !== null) enterNextPhase(work, before.schedule, atPeriodEnd);
  const subscription = work.get('subscription', id);
  if (!runs(subscription)) return;
  if (subscription.cancel_at !== null && subscription.cancel_at <= work.now) {
    billRest(work, id);
    endSubscription(work, id, 'cancellation_requested');
    return;
  }
  if (periodOf(subscription).end <= work.now) renew(work, id);
};

/** The next renewal's invoice, as a preview shows it. */
export const previewRenewal = (work: Work, id: string): string => {
  const subscription = work.get('subscription', id);
  const { start, end } = periodOf(subscription);
  const items = copyOf(subscription.items.data) as SubscriptionItem[];
  return invoiceSubscription(work, id, {
    reason: 'upcoming',
    lines: periodLines(work, subscription, {
      start: end,
      end: cyclePeriod(subscription.billing_cycle_anchor, items, end).end,
    }),
    items: pendingItems(work, subscription.customer, id),
    auto_advance: true,
    period: { start, end },
  }).id;
};
