import { emitEvent } from '../webhooks/events.ts';
import { hourSeconds } from '../time/billing-periods.ts';
import { voidInvoice } from '../invoices/invoice-lifecycle.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import { applySubscriptionChange, type SubscriptionChange } from './subscription-change.ts';
import { currentPeriod, changeSubscription } from './subscription-state.ts';
import type { Invoice } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

/** Longest wait of a pending update for its payment; it also ends with the period. */
const waitSeconds = 23 * hourSeconds;

/** Stores a change with the invoice that must be paid first. */
export const storePendingUpdate = (
  tx: Transaction,
  id: string,
  { change, invoice }: { change: SubscriptionChange; invoice: string },
): void => {
  tx.put({ object: 'local.pending_change', id, invoice, change: JSON.stringify(change) });
  Object.assign(tx.edit('invoice', invoice), { auto_advance: false });
};

/** Shows a pending update on its subscription. */
export const showPendingUpdate = (tx: Transaction, id: string, change: SubscriptionChange): void => {
  changeSubscription(tx, id, (subscription) => {
    subscription.pending_update = {
      billing_cycle_anchor: change.anchor ?? null,
      cancel_at_period_end: change.cancel_at_period_end ?? null,
      discount: null,
      discounts: null,
      expires_at: Math.min(currentPeriod(subscription).end, tx.now + waitSeconds),
      metadata: null,
      subscription_items: change.items,
      trial_end: null,
      trial_from_plan: null,
    };
  });
};

const waitsFor = (tx: Transaction, subscription: string, invoice: string): SubscriptionChange | undefined => {
  const pending = tx.find('local.pending_change', subscription);
  return pending?.invoice === invoice ? (JSON.parse(pending.change) as SubscriptionChange) : undefined;
};

/** @returns whether a pending update waits for this invoice. */
export const isPendingUpdateInvoice = (tx: Transaction, subscription: string, invoice: string): boolean =>
  waitsFor(tx, subscription, invoice) !== undefined;

/** Applies the pending update of a paid invoice. */
export const applyPendingUpdate = (
  tx: Transaction,
  id: string,
  invoice: ReadonlyObject<Invoice>,
): boolean => {
  const change = waitsFor(tx, id, invoice.id);
  if (!change) return false;
  tx.remove('local.pending_change', id);
  const subscription = tx.edit('subscription', id);
  const isShown = subscription.pending_update !== null;
  subscription.pending_update = null;
  applySubscriptionChange(tx, id, change);
  if (isShown)
    emitEvent(tx, 'customer.subscription.pending_update_applied', { object: tx.get('subscription', id) });
  return true;
};

/** Drops a pending update and voids its invoice. */
export const expirePendingUpdate = (tx: Transaction, id: string): void => {
  const pending = tx.find('local.pending_change', id);
  if (!pending) return;
  tx.remove('local.pending_change', id);
  const subscription = tx.edit('subscription', id);
  subscription.pending_update = null;
  emitEvent(tx, 'customer.subscription.pending_update_expired', { object: subscription });
  if (tx.get('invoice', pending.invoice).status === 'open') voidInvoice(tx, pending.invoice);
};
