import { attemptPayment, paymentMethodFor, paymentIntentOf } from '../invoices/invoice-payment.ts';
import { finalizeInvoice, finalizeAndCollect } from '../invoices/invoice-lifecycle.ts';
import { cardError } from '../payments/payment-intents.ts';
import { storePendingUpdate, expirePendingUpdate, showPendingUpdate } from './pending-update.ts';
import { StripeApiError } from '../http/stripe-api-error.ts';
import {
  applySubscriptionChange,
  isBilledImmediately,
  invoiceSubscriptionChange,
  type SubscriptionChange,
} from './subscription-change.ts';
import { createProrationItems } from './subscription-invoice.ts';
import { updateSubscription } from './subscription-state.ts';
import type { Transaction } from '../store/transaction.ts';

export const paymentBehaviors = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
] as const;
export type PaymentBehavior = (typeof paymentBehaviors)[number];

const billAndApply = (work: Transaction, id: string, change: SubscriptionChange): string => {
  const { id: invoice } = invoiceSubscriptionChange(work, id, change);
  applySubscriptionChange(work, id, change);
  return invoice;
};

/** The change comes only with the payment: else a 402, and nothing happened. */
const payOrRefuse = (work: Transaction, id: string, change: SubscriptionChange): void => {
  const invoice = billAndApply(work, id, change);
  if (finalizeInvoice(work, invoice).status === 'paid') return;
  const outcome = attemptPayment(work, invoice, {
    card: paymentMethodFor(work, work.get('invoice', invoice)),
  });
  if (outcome === 'succeeded') return;
  const { status, type, message, members } = cardError(
    work,
    outcome,
    paymentIntentOf(work, invoice),
    'subscription_payment_intent_requires_action',
  );
  throw new StripeApiError(status, type, message, members);
};

/** The change waits until its invoice is paid. */
const payThenApply = (work: Transaction, id: string, change: SubscriptionChange): void => {
  const { id: invoice } = invoiceSubscriptionChange(work, id, change);
  storePendingUpdate(work, id, change, invoice);
  if (finalizeInvoice(work, invoice).status === 'paid') return;
  const outcome = attemptPayment(work, invoice, {
    card: paymentMethodFor(work, work.get('invoice', invoice)),
  });
  if (outcome !== 'succeeded') showPendingUpdate(work, id, change);
};

const leaveOpen = (work: Transaction, id: string, change: SubscriptionChange): void => {
  const invoice = billAndApply(work, id, change);
  if (finalizeInvoice(work, invoice).status === 'paid') return;
  updateSubscription(work, id, (subscription) => void (subscription.status = 'past_due'));
};

/** Makes a planned change of items, billed and paid as asked. A former update that waits is given up. */
export const executeSubscriptionChange = (
  work: Transaction,
  id: string,
  change: SubscriptionChange,
  behavior: PaymentBehavior,
): void => {
  expirePendingUpdate(work, id);
  if (!isBilledImmediately(change)) {
    createProrationItems(work, change.prorations);
    applySubscriptionChange(work, id, change);
    return;
  }
  if (behavior === 'error_if_incomplete') return payOrRefuse(work, id, change);
  if (behavior === 'pending_if_incomplete') return payThenApply(work, id, change);
  if (behavior === 'default_incomplete') return leaveOpen(work, id, change);
  finalizeAndCollect(work, billAndApply(work, id, change));
};
