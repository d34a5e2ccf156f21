import { finalizeAndCollect, voidInvoice } from '../invoices/invoice-lifecycle.ts';
import { pendingInvoiceItems } from '../invoices/new-invoice.ts';
import { expirePendingUpdate } from './pending-update.ts';
import { resourceMissing } from '../http/stripe-api-error.ts';
import { unusedTimeCredit } from './subscription-change.ts';
import { createSubscriptionInvoice, createProrationItems } from './subscription-invoice.ts';
import { endSubscription } from './subscription-state.ts';
import type { Subscription } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

const billNow = (tx: Transaction, id: string): void => {
  const items = pendingInvoiceItems(tx, tx.get('subscription', id).customer, id).filter(
    ({ parent }) => parent !== null,
  );
  if (items.length === 0) return;
  const input = { reason: 'subscription_update' as const, lines: [], items, auto_advance: true };
  finalizeAndCollect(tx, createSubscriptionInvoice(tx, id, input).id);
};

/** Cancels a subscription at once. It credits unused time and bills pending items only on request. */
export const cancelSubscription = (
  tx: Transaction,
  id: string,
  how: { invoice_now?: boolean; prorate?: boolean },
): Subscription => {
  const subscription = tx.get('subscription', id);
  if (subscription.ended_at !== null) throw resourceMissing('subscription', id, 'id');
  if (subscription.status === 'incomplete') {
    if (subscription.latest_invoice !== null) voidInvoice(tx, subscription.latest_invoice);
    return tx.edit('subscription', id);
  }
  expirePendingUpdate(tx, id);
  const credits = how.prorate
    ? subscription.items.data.flatMap((item) => unusedTimeCredit(tx, subscription, { item, at: tx.now }))
    : [];
  if (how.invoice_now) {
    createProrationItems(tx, credits);
    billNow(tx, id);
    return endSubscription(tx, id, 'cancellation_requested');
  }
  const ended = endSubscription(tx, id, 'cancellation_requested');
  createProrationItems(tx, credits);
  return ended;
};
