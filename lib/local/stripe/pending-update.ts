import { emit } from './events.ts';
import { hour } from './months.ts';
import { voidInvoice } from './invoice-lifecycle.ts';
import type { Seen } from './state.ts';
import { applyChange, type Change } from './subscription-change.ts';
import { periodOf, updateSubscription } from './subscription-state.ts';
import type { Invoice } from './wire.ts';
import type { Work } from './work.ts';

/** How long an unpaid update waits, unless the period ends before. */
const waitSeconds = 23 * hour;

/** Ties a change to the invoice that must be paid first. */
export const awaitPayment = (work: Work, id: string, change: Change, invoice: string): void => {
  work.put({ object: 'local.pending_change', id, invoice, change: JSON.stringify(change) });
  Object.assign(work.edit('invoice', invoice), { auto_advance: false });
};

/** Shows on the subscription what waits for payment. */
export const showPending = (work: Work, id: string, change: Change): void => {
  updateSubscription(work, id, (subscription) => {
    subscription.pending_update = {
      billing_cycle_anchor: change.anchor ?? null,
      cancel_at_period_end: change.cancel_at_period_end ?? null,
      discount: null,
      discounts: null,
      expires_at: Math.min(periodOf(subscription).end, work.now + waitSeconds),
      metadata: null,
      subscription_items: change.items,
      trial_end: null,
      trial_from_plan: null,
    };
  });
};

const waitsFor = (work: Work, subscription: string, invoice: string): Change | undefined => {
  const pending = work.find('local.pending_change', subscription);
  return pending?.invoice === invoice ? (JSON.parse(pending.change) as Change) : undefined;
};

/** Whether this invoice is the price of an update that waits. */
export const isAwaited = (work: Work, subscription: string, invoice: string): boolean =>
  waitsFor(work, subscription, invoice) !== undefined;

/** Makes the change whose invoice was paid. */
export const applyPending = (work: Work, id: string, invoice: Seen<Invoice>): boolean => {
  const change = waitsFor(work, id, invoice.id);
  if (!change) return false;
  work.remove('local.pending_change', id);
  const subscription = work.edit('subscription', id);
  const shown = subscription.pending_update !== null;
  subscription.pending_update = null;
  applyChange(work, id, change);
  if (shown) emit(work, 'customer.subscription.pending_update_applied', work.get('subscription', id));
  return true;
};

/** Forgets an update that waits, and voids its invoice. */
export const expirePending = (work: Work, id: string): void => {
  const pending = work.find('local.pending_change', id);
  if (!pending) return;
  work.remove('local.pending_change', id);
  const subscription = work.edit('subscription', id);
  subscription.pending_update = null;
  emit(work, 'customer.subscription.pending_update_expired', subscription);
  if (work.get('invoice', pending.invoice).status === 'open') voidInvoice(work, pending.invoice);
};
