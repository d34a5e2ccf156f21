import { attempt, cardFor, intentOf } from './invoice-payment.ts';
import { finalize, finalizeAndCollect } from './invoice-lifecycle.ts';
import { cardError } from './payments.ts';
import { awaitPayment, expirePending, showPending } from './pending-update.ts';
import { Refusal } from './refusal.ts';
import { applyChange, billsNow, invoiceChange, type Change } from './subscription-change.ts';
import { newProrations } from './subscription-invoice.ts';
import { updateSubscription } from './subscription-state.ts';
import type { Work } from './work.ts';

export const paymentBehaviors = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
] as const;
export type PaymentBehavior = (typeof paymentBehaviors)[number];

const billAndApply = (work: Work, id: string, change: Change): string => {
  const { id: invoice } = invoiceChange(work, id, change);
  applyChange(work, id, change);
  return invoice;
};

/** The change comes only with the payment: else a 402, and nothing happened. */
const payOrRefuse = (work: Work, id: string, change: Change): void => {
  const invoice = billAndApply(work, id, change);
  if (finalize(work, invoice).status === 'paid') return;
  const outcome = attempt(work, invoice, { card: cardFor(work, work.get('invoice', invoice)) });
  if (outcome === 'succeeded') return;
  const { status, type, message, members } = cardError(
    work,
    outcome,
    intentOf(work, invoice),
    'subscription_payment_intent_requires_action',
  );
  throw new Refusal(status, type, message, members);
};

/** The change waits until its invoice is paid. */
const payThenApply = (work: Work, id: string, change: Change): void => {
  const { id: invoice } = invoiceChange(work, id, change);
  awaitPayment(work, id, change, invoice);
  if (finalize(work, invoice).status === 'paid') return;
  const outcome = attempt(work, invoice, { card: cardFor(work, work.get('invoice', invoice)) });
  if (outcome !== 'succeeded') showPending(work, id, change);
};

const leaveOpen = (work: Work, id: string, change: Change): void => {
  const invoice = billAndApply(work, id, change);
  if (finalize(work, invoice).status === 'paid') return;
  updateSubscription(work, id, (subscription) => void (subscription.status = 'past_due'));
};

/** Makes a planned change of items, billed and paid as asked. A former update that waits is given up. */
export const makeChange = (work: Work, id: string, change: Change, behavior: PaymentBehavior): void => {
  expirePending(work, id);
  if (!billsNow(change)) {
    newProrations(work, change.prorations);
    applyChange(work, id, change);
    return;
  }
  if (behavior === 'error_if_incomplete') return payOrRefuse(work, id, change);
  if (behavior === 'pending_if_incomplete') return payThenApply(work, id, change);
  if (behavior === 'default_incomplete') return leaveOpen(work, id, change);
  finalizeAndCollect(work, billAndApply(work, id, change));
};
