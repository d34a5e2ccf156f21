import { emitEvent } from '../webhooks/events.ts';
import { onInvoicePaymentFailed, onInvoicePaid } from '../subscriptions/invoice-outcomes.ts';
import { daySeconds } from '../time/billing-periods.ts';
import { subscriptionOf } from './new-invoice.ts';
import { confirmIntent, newIntent, type PaymentOutcome } from '../payments/payment-intents.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { Invoice, InvoicePayment } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

/** Stripe's own retries of what it collects by itself: so long after each failure, then no more. */
const retryDelays = [3 * daySeconds, 5 * daySeconds, 7 * daySeconds];

export const invoicePaymentOf = (
  work: Transaction,
  invoice: string,
): ReadonlyObject<InvoicePayment> | undefined => {
  const opened = work.find('local.payment_of', invoice);
  return opened && work.get('invoice_payment', opened.payment);
};

export const paymentIntentOf = (work: Transaction, invoice: string): string | undefined =>
  invoicePaymentOf(work, invoice)?.payment.payment_intent;

/** Opens the payment of an invoice that was finalized with something due. */
export const openInvoicePayment = (work: Transaction, invoice: Invoice): void => {
  const intent = newIntent(work, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: invoice.description ?? `Invoice ${invoice.number ?? ''}`,
    keepsCard: subscriptionOf(invoice) !== undefined,
  });
  const payment = newId('inpay');
  work.put({ object: 'local.payment_of', id: invoice.id, payment });
  work.put<InvoicePayment>({
    id: payment,
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: work.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
};

/** Which card pays: the invoice's own, the subscription's, the customer's. */
export const paymentMethodFor = (work: Transaction, invoice: ReadonlyObject<Invoice>): string | undefined => {
  const subscription = subscriptionOf(invoice);
  const own = subscription && work.find('subscription', subscription)?.default_payment_method;
  const customer = invoice.customer ? work.get('customer', invoice.customer) : undefined;
  return (
    invoice.default_payment_method ??
    (own || undefined) ??
    customer?.invoice_settings.default_payment_method ??
    undefined
  );
};

/** Settles an invoice, whoever paid it, and what hangs on it. */
export const markInvoicePaid = (work: Transaction, id: string, how: { outOfBand?: boolean } = {}): void => {
  const invoice = work.edit('invoice', id);
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: how.outOfBand ? 0 : invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
  });
  invoice.status_transitions.paid_at = work.now;
  const payment = invoicePaymentOf(work, id);
  if (payment && !how.outOfBand) {
    const paid = work.edit('invoice_payment', payment.id);
    Object.assign(paid, { status: 'paid', amount_paid: paid.amount_requested });
    paid.status_transitions.paid_at = work.now;
    emitEvent(work, 'invoice_payment.paid', paid);
  }
  emitEvent(work, 'invoice.updated', invoice, { status: 'open' });
  emitEvent(work, 'invoice.paid', invoice);
  emitEvent(work, 'invoice.payment_succeeded', invoice);
  onInvoicePaid(work, invoice);
};

const markFailed = (work: Transaction, id: string, outcome: PaymentOutcome): void => {
  const invoice = work.edit('invoice', id);
  invoice.attempted = true;
  if (outcome === 'requires_action') emitEvent(work, 'invoice.payment_action_required', invoice);
  emitEvent(work, 'invoice.payment_failed', invoice);
  onInvoicePaymentFailed(work, invoice);
};

/** Any first attempt counts; after it only those Stripe makes by itself. */
const countAttempt = (invoice: Invoice, automatic: boolean): void => {
  if (automatic || invoice.attempt_count === 0) invoice.attempt_count += 1;
};

/** Charges what an open invoice asks for, once. */
export const attemptPayment = (
  work: Transaction,
  id: string,
  how: { card: string | undefined; onSession?: boolean; automatic?: boolean },
): PaymentOutcome => {
  countAttempt(work.edit('invoice', id), how.automatic === true);
  const intent = paymentIntentOf(work, id);
  const outcome =
    how.card === undefined || intent === undefined
      ? 'declined'
      : confirmIntent(work, intent, how.card, how.onSession === true);
  if (outcome === 'succeeded') markInvoicePaid(work, id);
  else markFailed(work, id, outcome);
  return outcome;
};

/** An attempt Stripe makes by itself, and when it will make the next one. */
export const collectPayment = (work: Transaction, id: string): PaymentOutcome => {
  const outcome = attemptPayment(work, id, {
    card: paymentMethodFor(work, work.get('invoice', id)),
    automatic: true,
  });
  if (outcome === 'succeeded') return outcome;
  const invoice = work.edit('invoice', id);
  if (invoice.status !== 'open') return outcome;
  const delay = invoice.auto_advance ? retryDelays[invoice.attempt_count - 1] : undefined;
  invoice.next_payment_attempt = delay === undefined ? null : work.now + delay;
  return outcome;
};
