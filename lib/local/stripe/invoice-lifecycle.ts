import { subscriptionGivenUp, subscriptionReleased } from './after-invoice.ts';
import { change, emit } from './events.ts';
import { collect, markPaid, openPayment, paymentOf } from './invoice-payment.ts';
import { balanceAfter, reckon } from './invoice-totals.ts';
import { cancelIntent, type Outcome } from './payments.ts';
import { refuse } from './refusal.ts';
import type { Invoice } from './wire.ts';
import { newId, type Work } from './work.ts';

const numberOf = (work: Work, customer: string): string => {
  const holder = work.edit('customer', customer);
  const sequence = holder.next_invoice_sequence ?? 1;
  holder.next_invoice_sequence = sequence + 1;
  return `${holder.invoice_prefix ?? 'LOCAL'}-${String(sequence).padStart(4, '0')}`;
};

const moveBalance = (work: Work, customer: string, to: number): void => {
  if (work.get('customer', customer).balance === to) return;
  change(work, 'customer', customer, 'customer.updated', (one) => void (one.balance = to));
};

/** Makes a draft final: numbered, open, or paid at once when nothing is due. */
export const finalize = (work: Work, id: string): Invoice => {
  const invoice = work.edit('invoice', id);
  if (invoice.status !== 'draft') {
    throw refuse("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
  }
  reckon(work, invoice);
  const customer = invoice.customer ?? '';
  const after = balanceAfter(invoice);
  const page = `${work.settings.publicUrl}/_local/stripe/invoices/${id}`;
  Object.assign(invoice, {
    status: 'open',
    number: numberOf(work, customer),
    effective_at: work.now,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
    ending_balance: after,
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf?${newId('').slice(1)}`,
  });
  invoice.status_transitions.finalized_at = work.now;
  moveBalance(work, customer, after);
  emit(work, 'invoice.finalized', invoice);
  if (invoice.amount_due === 0) markPaid(work, id);
  else openPayment(work, invoice);
  return work.edit('invoice', id);
};

/** Finalizes, and collects what is then due. */
export const finalizeAndCollect = (work: Work, id: string): Outcome => {
  const invoice = finalize(work, id);
  if (invoice.status === 'paid') return 'succeeded';
  if (invoice.collection_method === 'send_invoice') {
    emit(work, 'invoice.sent', invoice);
    return 'requires_action';
  }
  return collect(work, id);
};

const closePayment = (work: Work, id: string): void => {
  const payment = paymentOf(work, id);
  if (!payment) return;
  const canceled = work.edit('invoice_payment', payment.id);
  canceled.status = 'canceled';
  canceled.status_transitions.canceled_at = work.now;
  const intent = canceled.payment.payment_intent;
  if (intent !== undefined) cancelIntent(work, intent);
};

const close = (invoice: Invoice, status: 'void' | 'uncollectible'): void => {
  Object.assign(invoice, { status, auto_advance: false, next_payment_attempt: null });
};

/** Voids; a credit it had used goes back to the customer. */
export const voidInvoice = (work: Work, id: string): Invoice => {
  const invoice = work.edit('invoice', id);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    const told = `This invoice cannot be voided because it is ${invoice.status ?? 'unknown'}.`;
    throw refuse(told, undefined, 'invoice_not_editable');
  }
  close(invoice, 'void');
  invoice.status_transitions.voided_at = work.now;
  closePayment(work, id);
  const customer = invoice.customer ?? '';
  const used = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  moveBalance(work, customer, work.get('customer', customer).balance - used);
  emit(work, 'invoice.voided', invoice);
  subscriptionReleased(work, invoice);
  return work.edit('invoice', id);
};

export const markUncollectible = (work: Work, id: string): Invoice => {
  const invoice = work.edit('invoice', id);
  if (invoice.status !== 'open') {
    throw refuse(
      `You can only mark open invoices as uncollectible; this one is ${invoice.status ?? 'unknown'}.`,
    );
  }
  close(invoice, 'uncollectible');
  invoice.status_transitions.marked_uncollectible_at = work.now;
  emit(work, 'invoice.marked_uncollectible', invoice);
  subscriptionReleased(work, invoice);
  return work.edit('invoice', id);
};

/** A retry that is due; after the last one the subscription ends, or stays unpaid, as set. */
export const retry = (work: Work, id: string): void => {
  if (collect(work, id) === 'succeeded') return;
  const invoice = work.get('invoice', id);
  emit(work, 'invoice.updated', invoice, { attempt_count: invoice.attempt_count - 1 });
  if (invoice.status === 'open' && invoice.next_payment_attempt === null) subscriptionGivenUp(work, invoice);
};
