import { onRetriesExhausted, onInvoiceClosed } from '../subscriptions/invoice-outcomes.ts';
import { changeObject, emitEvent } from '../webhooks/events.ts';
import { collectPayment, markInvoicePaid, openInvoicePayment, invoicePaymentOf } from './invoice-payment.ts';
import { requireTaxLocation } from '../customers/tax-location.ts';
import { balanceAfterInvoice, calculateTotals } from './invoice-totals.ts';
import { cancelIntent, type PaymentOutcome } from '../payments/payment-intents.ts';
import { invalidRequest } from '../http/stripe-api-error.ts';
import type { Invoice } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

const numberOf = (tx: Transaction, customer: string): string => {
  const holder = tx.edit('customer', customer);
  const sequence = holder.next_invoice_sequence ?? 1;
  holder.next_invoice_sequence = sequence + 1;
  return `${holder.invoice_prefix ?? 'LOCAL'}-${String(sequence).padStart(4, '0')}`;
};

const moveBalance = (tx: Transaction, customer: string, to: number): void => {
  if (tx.get('customer', customer).balance === to) return;
  changeObject(
    tx,
    { type: 'customer', id: customer, event: 'customer.updated' },
    (one) => void (one.balance = to),
  );
};

/** Finalizes a draft: it gets a number and is open, or paid at once when nothing is due. */
export const finalizeInvoice = (tx: Transaction, id: string): Invoice => {
  const invoice = tx.edit('invoice', id);
  if (invoice.status !== 'draft') {
    throw invalidRequest("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
  }
  calculateTotals(tx, invoice);
  const customer = invoice.customer ?? '';
  if (invoice.parent === null) requireTaxLocation(tx, customer, invoice);
  const after = balanceAfterInvoice(invoice);
  const page = `${tx.settings.publicUrl}/_local/stripe/invoices/${id}`;
  Object.assign(invoice, {
    status: 'open',
    number: numberOf(tx, customer),
    effective_at: tx.now,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
    ending_balance: after,
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf?${newId('').slice(1)}`,
  });
  invoice.status_transitions.finalized_at = tx.now;
  moveBalance(tx, customer, after);
  emitEvent(tx, 'invoice.finalized', { object: invoice });
  if (invoice.amount_due === 0) markInvoicePaid(tx, id);
  else openInvoicePayment(tx, invoice);
  return tx.edit('invoice', id);
};

/** Finalizes a draft and collects the amount due. */
export const finalizeAndCollect = (tx: Transaction, id: string): PaymentOutcome => {
  const invoice = finalizeInvoice(tx, id);
  if (invoice.status === 'paid') return 'succeeded';
  if (invoice.collection_method === 'send_invoice') {
    emitEvent(tx, 'invoice.sent', { object: invoice });
    return 'requires_action';
  }
  return collectPayment(tx, id);
};

const closePayment = (tx: Transaction, id: string): void => {
  const payment = invoicePaymentOf(tx, id);
  if (!payment) return;
  const canceled = tx.edit('invoice_payment', payment.id);
  canceled.status = 'canceled';
  canceled.status_transitions.canceled_at = tx.now;
  const intent = canceled.payment.payment_intent;
  if (intent !== undefined) cancelIntent(tx, intent);
};

const close = (invoice: Invoice, status: 'void' | 'uncollectible'): void => {
  Object.assign(invoice, { status, auto_advance: false, next_payment_attempt: null });
};

/** Voids an invoice and returns the balance that it used to the customer. */
export const voidInvoice = (tx: Transaction, id: string): Invoice => {
  const invoice = tx.edit('invoice', id);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    const message = `This invoice cannot be voided because it is ${invoice.status ?? 'unknown'}.`;
    throw invalidRequest(message, undefined, 'invoice_not_editable');
  }
  close(invoice, 'void');
  invoice.status_transitions.voided_at = tx.now;
  closePayment(tx, id);
  const customer = invoice.customer ?? '';
  const used = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  moveBalance(tx, customer, tx.get('customer', customer).balance - used);
  emitEvent(tx, 'invoice.voided', { object: invoice });
  onInvoiceClosed(tx, invoice);
  return tx.edit('invoice', id);
};

export const markUncollectible = (tx: Transaction, id: string): Invoice => {
  const invoice = tx.edit('invoice', id);
  if (invoice.status !== 'open') {
    throw invalidRequest(
      `You can only mark open invoices as uncollectible; this one is ${invoice.status ?? 'unknown'}.`,
    );
  }
  close(invoice, 'uncollectible');
  invoice.status_transitions.marked_uncollectible_at = tx.now;
  emitEvent(tx, 'invoice.marked_uncollectible', { object: invoice });
  onInvoiceClosed(tx, invoice);
  return tx.edit('invoice', id);
};

/** Retries a payment. After the last retry the account's setting decides about the subscription. */
export const retryPayment = (tx: Transaction, id: string): void => {
  if (collectPayment(tx, id) === 'succeeded') return;
  const invoice = tx.get('invoice', id);
  emitEvent(tx, 'invoice.updated', {
    object: invoice,
    previous: { attempt_count: invoice.attempt_count - 1 },
  });
  if (invoice.status === 'open' && invoice.next_payment_attempt === null) onRetriesExhausted(tx, invoice);
};
