import { applyPendingUpdate, expirePendingUpdate, isPendingUpdateInvoice } from './pending-update.ts';
import { subscriptionOf } from '../invoices/new-invoice.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import { endSubscription, updateSubscription } from './subscription-state.ts';
import type { Invoice, Subscription } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

/** What becomes of a subscription as its invoices are paid, fail, or are given up. */
const subscriptionFor = (
  work: Transaction,
  invoice: ReadonlyObject<Invoice>,
): ReadonlyObject<Subscription> | undefined => {
  const id = subscriptionOf(invoice);
  return id === undefined ? undefined : work.find('subscription', id);
};

const setStatus = (work: Transaction, id: string, status: Subscription['status']): void =>
  void updateSubscription(work, id, (subscription) => void (subscription.status = status));

const unpaidStates: readonly string[] = ['past_due', 'unpaid'];

/** Its first invoice, or later its newest one, decides whether a subscription is active. */
export const onInvoicePaid = (work: Transaction, invoice: ReadonlyObject<Invoice>): void => {
  const subscription = subscriptionFor(work, invoice);
  if (!subscription || applyPendingUpdate(work, subscription.id, invoice)) return;
  const { status, latest_invoice } = subscription;
  if (status === 'incomplete' && invoice.billing_reason === 'subscription_create') {
    setStatus(work, subscription.id, 'active');
  }
  if (unpaidStates.includes(status) && latest_invoice === invoice.id)
    setStatus(work, subscription.id, 'active');
};

export const onInvoicePaymentFailed = (work: Transaction, invoice: ReadonlyObject<Invoice>): void => {
  const subscription = subscriptionFor(work, invoice);
  if (!subscription || isPendingUpdateInvoice(work, subscription.id, invoice.id)) return;
  if (subscription.status === 'active' && subscription.latest_invoice === invoice.id) {
    setStatus(work, subscription.id, 'past_due');
  }
};

const newestThatCounts = (work: Transaction, subscription: string): ReadonlyObject<Invoice> | undefined =>
  work
    .where('invoice', (one) => subscriptionOf(one) === subscription)
    .findLast(({ status }) => status !== 'void' && status !== 'draft');

/** A voided or written off invoice no longer holds its subscription back. */
export const onInvoiceClosed = (work: Transaction, invoice: ReadonlyObject<Invoice>): void => {
  const subscription = subscriptionFor(work, invoice);
  if (!subscription) return;
  if (isPendingUpdateInvoice(work, subscription.id, invoice.id))
    return expirePendingUpdate(work, subscription.id);
  if (subscription.status === 'incomplete') {
    if (invoice.status !== 'void') return;
    updateSubscription(work, subscription.id, (one) => {
      Object.assign(one, { status: 'incomplete_expired', ended_at: work.now });
    });
    return;
  }
  if (!unpaidStates.includes(subscription.status)) return;
  if (newestThatCounts(work, subscription.id)?.status !== 'open') setStatus(work, subscription.id, 'active');
};

/** The last retry failed: the account's setting decides. */
export const onRetriesExhausted = (work: Transaction, invoice: ReadonlyObject<Invoice>): void => {
  const subscription = subscriptionFor(work, invoice);
  if (!subscription || subscription.ended_at !== null) return;
  const { afterRetries } = work.settings;
  if (afterRetries === 'cancel') endSubscription(work, subscription.id, 'payment_failed');
  else if (subscription.latest_invoice === invoice.id) setStatus(work, subscription.id, afterRetries);
};
