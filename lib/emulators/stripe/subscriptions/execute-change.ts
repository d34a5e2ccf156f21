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
import { changeSubscription } from './subscription-state.ts';
import type { Transaction } from '../store/transaction.ts';

export const paymentBehaviors = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
] as const;
export type PaymentBehavior = (typeof paymentBehaviors)[number];

const billAndApply = (tx: Transaction, id: string, change: SubscriptionChange): string => {
  const { id: invoice } = invoiceSubscriptionChange(tx, id, change);
  applySubscriptionChange(tx, id, change);
  return invoice;
};

/** Applies the change with its payment, or throws a 402 and changes nothing. */
const payOrRefuse = (tx: Transaction, id: string, change: SubscriptionChange): void => {
  const invoice = billAndApply(tx, id, change);
  if (finalizeInvoice(tx, invoice).status === 'paid') return;
  const outcome = attemptPayment(tx, invoice, {
    card: paymentMethodFor(tx, tx.get('invoice', invoice)),
  });
  if (outcome === 'succeeded') return;
  const { status, type, message, members } = cardError(tx, outcome, {
    intent: paymentIntentOf(tx, invoice),
    actionCode: 'subscription_payment_intent_requires_action',
  });
  throw new StripeApiError(status, type, { message, members });
};

/** Holds the change until its invoice is paid. */
const payThenApply = (tx: Transaction, id: string, change: SubscriptionChange): void => {
  const { id: invoice } = invoiceSubscriptionChange(tx, id, change);
  storePendingUpdate(tx, id, { change, invoice });
  if (finalizeInvoice(tx, invoice).status === 'paid') return;
  const outcome = attemptPayment(tx, invoice, {
    card: paymentMethodFor(tx, tx.get('invoice', invoice)),
  });
  if (outcome !== 'succeeded') showPendingUpdate(tx, id, change);
};

const leaveOpen = (tx: Transaction, id: string, change: SubscriptionChange): void => {
  const invoice = billAndApply(tx, id, change);
  if (finalizeInvoice(tx, invoice).status === 'paid') return;
  changeSubscription(tx, id, (subscription) => void (subscription.status = 'past_due'));
};

/** Executes a planned change and bills it by the payment behavior. An earlier pending update expires. */
export const executeSubscriptionChange = (
  tx: Transaction,
  id: string,
  { change, behavior }: { change: SubscriptionChange; behavior: PaymentBehavior },
): void => {
  expirePendingUpdate(tx, id);
  if (!isBilledImmediately(change)) {
    createProrationItems(tx, change.prorations);
    applySubscriptionChange(tx, id, change);
    return;
  }
  if (behavior === 'error_if_incomplete') return payOrRefuse(tx, id, change);
  if (behavior === 'pending_if_incomplete') return payThenApply(tx, id, change);
  if (behavior === 'default_incomplete') return leaveOpen(tx, id, change);
  finalizeAndCollect(tx, billAndApply(tx, id, change));
};
