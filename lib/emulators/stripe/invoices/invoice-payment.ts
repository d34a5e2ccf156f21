import { emitEvent } from '../webhooks/events.ts';
import { onInvoicePaymentFailed, onInvoicePaid } from '../subscriptions/invoice-outcomes.ts';
import { daySeconds } from '../time/billing-periods.ts';
import { subscriptionOf } from './new-invoice.ts';
import { confirmIntent, newIntent, type PaymentOutcome } from '../payments/payment-intents.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { Invoice, InvoicePayment } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

/** Delays of Stripe's automatic retries after each failure. */
const retryDelays = [3 * daySeconds, 5 * daySeconds, 7 * daySeconds];

export const invoicePaymentOf = (
  tx: Transaction,
  invoice: string,
): ReadonlyObject<InvoicePayment> | undefined => {
  const opened = tx.find('local.payment_of', invoice);
  return opened && tx.get('invoice_payment', opened.payment);
};

export const paymentIntentOf = (tx: Transaction, invoice: string): string | undefined =>
  invoicePaymentOf(tx, invoice)?.payment.payment_intent;

/** Opens the payment of a finalized invoice with an amount due. */
export const openInvoicePayment = (tx: Transaction, invoice: Invoice): void => {
  const intent = newIntent(tx, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: invoice.description ?? `Invoice ${invoice.number ?? ''}`,
    keepsCard: subscriptionOf(invoice) !== undefined,
  });
  const payment = newId('inpay');
  tx.put({ object: 'local.payment_of', id: invoice.id, payment });
  tx.put<InvoicePayment>({
    id: payment,
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: tx.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
};

/** Chooses the payment method of the invoice, else of the subscription, else of the customer. */
export const paymentMethodFor = (tx: Transaction, invoice: ReadonlyObject<Invoice>): string | undefined => {
  const subscription = subscriptionOf(invoice);
  const own = subscription && tx.find('subscription', subscription)?.default_payment_method;
  const customer = invoice.customer ? tx.get('customer', invoice.customer) : undefined;
  return (
    invoice.default_payment_method ??
    (own || undefined) ??
    customer?.invoice_settings.default_payment_method ??
    undefined
  );
};

/** Marks an invoice and its payment as paid, and updates its subscription. */
export const markInvoicePaid = (tx: Transaction, id: string, how: { outOfBand?: boolean } = {}): void => {
  const invoice = tx.edit('invoice', id);
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: how.outOfBand ? 0 : invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
  });
  invoice.status_transitions.paid_at = tx.now;
  const payment = invoicePaymentOf(tx, id);
  if (payment && !how.outOfBand) {
    const paid = tx.edit('invoice_payment', payment.id);
    Object.assign(paid, { status: 'paid', amount_paid: paid.amount_requested });
    paid.status_transitions.paid_at = tx.now;
    emitEvent(tx, 'invoice_payment.paid', { object: paid });
  }
  emitEvent(tx, 'invoice.updated', { object: invoice, previous: { status: 'open' } });
  emitEvent(tx, 'invoice.paid', { object: invoice });
  emitEvent(tx, 'invoice.payment_succeeded', { object: invoice });
  onInvoicePaid(tx, invoice);
};

const markFailed = (tx: Transaction, id: string, outcome: PaymentOutcome): void => {
  const invoice = tx.edit('invoice', id);
  invoice.attempted = true;
  if (outcome === 'requires_action') emitEvent(tx, 'invoice.payment_action_required', { object: invoice });
  emitEvent(tx, 'invoice.payment_failed', { object: invoice });
  onInvoicePaymentFailed(tx, invoice);
};

/** Counts the first attempt, and after it the automatic ones only. */
const countAttempt = (invoice: Invoice, automatic: boolean): void => {
  if (automatic || invoice.attempt_count === 0) invoice.attempt_count += 1;
};

/** Charges an open invoice once. */
export const attemptPayment = (
  tx: Transaction,
  id: string,
  how: { card: string | undefined; onSession?: boolean; automatic?: boolean },
): PaymentOutcome => {
  countAttempt(tx.edit('invoice', id), how.automatic === true);
  const intent = paymentIntentOf(tx, id);
  const outcome =
    how.card === undefined || intent === undefined
      ? 'declined'
      : confirmIntent(tx, intent, { method: how.card, onSession: how.onSession === true });
  if (outcome === 'succeeded') markInvoicePaid(tx, id);
  else markFailed(tx, id, outcome);
  return outcome;
};

/** Makes an automatic attempt and schedules the next one. */
export const collectPayment = (tx: Transaction, id: string): PaymentOutcome => {
  const outcome = attemptPayment(tx, id, {
    card: paymentMethodFor(tx, tx.get('invoice', id)),
    automatic: true,
  });
  if (outcome === 'succeeded') return outcome;
  const invoice = tx.edit('invoice', id);
  if (invoice.status !== 'open') return outcome;
  const delay = invoice.auto_advance ? retryDelays[invoice.attempt_count - 1] : undefined;
  invoice.next_payment_attempt = delay === undefined ? null : tx.now + delay;
  return outcome;
};
