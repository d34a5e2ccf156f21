import { applyPendingUpdate, expirePendingUpdate, isPendingUpdateInvoice } from './pending-update.ts';
import { subscriptionOf } from '../invoices/new-invoice.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import { endSubscription, changeSubscription } from './subscription-state.ts';
import type { Invoice, Subscription } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

/** Finds the subscription of an invoice. */
const subscriptionFor = (
  tx: Transaction,
  invoice: ReadonlyObject<Invoice>,
): ReadonlyObject<Subscription> | undefined => {
  const id = subscriptionOf(invoice);
  return id === undefined ? undefined : tx.find('subscription', id);
};

const setStatus = (tx: Transaction, id: string, status: Subscription['status']): void =>
  void changeSubscription(tx, id, (subscription) => void (subscription.status = status));

const unpaidStates: readonly string[] = ['past_due', 'unpaid'];

/** Activates a subscription by its first invoice, or later by its newest one. */
export const onInvoicePaid = (tx: Transaction, invoice: ReadonlyObject<Invoice>): void => {
  const subscription = subscriptionFor(tx, invoice);
  if (!subscription || applyPendingUpdate(tx, subscription.id, invoice)) return;
  const { status, latest_invoice } = subscription;
  if (status === 'incomplete' && invoice.billing_reason === 'subscription_create') {
    setStatus(tx, subscription.id, 'active');
  }
  if (unpaidStates.includes(status) && latest_invoice === invoice.id)
    setStatus(tx, subscription.id, 'active');
};

export const onInvoicePaymentFailed = (tx: Transaction, invoice: ReadonlyObject<Invoice>): void => {
  const subscription = subscriptionFor(tx, invoice);
  if (!subscription || isPendingUpdateInvoice(tx, subscription.id, invoice.id)) return;
  if (subscription.status === 'active' && subscription.latest_invoice === invoice.id) {
    setStatus(tx, subscription.id, 'past_due');
  }
};

const newestThatCounts = (tx: Transaction, subscription: string): ReadonlyObject<Invoice> | undefined =>
  tx
    .where('invoice', (one) => subscriptionOf(one) === subscription)
    .findLast(({ status }) => status !== 'void' && status !== 'draft');

/** Releases the subscription of a voided or uncollectible invoice. */
export const onInvoiceClosed = (tx: Transaction, invoice: ReadonlyObject<Invoice>): void => {
  const subscription = subscriptionFor(tx, invoice);
  if (!subscription) return;
  if (isPendingUpdateInvoice(tx, subscription.id, invoice.id))
    return expirePendingUpdate(tx, subscription.id);
  if (subscription.status === 'incomplete') {
    if (invoice.status !== 'void') return;
    changeSubscription(tx, subscription.id, (one) => {
      Object.assign(one, { status: 'incomplete_expired', ended_at: tx.now });
    });
    return;
  }
  if (!unpaidStates.includes(subscription.status)) return;
  if (newestThatCounts(tx, subscription.id)?.status !== 'open') setStatus(tx, subscription.id, 'active');
};

/** Applies the account's setting after the last retry failed. */
export const onRetriesExhausted = (tx: Transaction, invoice: ReadonlyObject<Invoice>): void => {
  const subscription = subscriptionFor(tx, invoice);
  if (!subscription || subscription.ended_at !== null) return;
  const { afterRetries } = tx.settings;
  if (afterRetries === 'cancel') endSubscription(tx, subscription.id, 'payment_failed');
  else if (subscription.latest_invoice === invoice.id) setStatus(tx, subscription.id, afterRetries);
};
