import * as z from 'zod';
import { requireCustomerCard } from '../customers/customers.ts';
import { discountsParameter, activeDiscounts, redeemDiscounts } from '../catalog/discounts.ts';
import { changeObject } from '../webhooks/events.ts';
import { finalizeInvoice, markUncollectible, voidInvoice } from './invoice-lifecycle.ts';
import { attemptPayment, paymentMethodFor, paymentIntentOf, markInvoicePaid } from './invoice-payment.ts';
import { calculateTotals } from './invoice-totals.ts';
import { daySeconds } from '../time/billing-periods.ts';
import { draftSeconds, newInvoice, pendingInvoiceItems, subscriptionOf } from './new-invoice.ts';
import {
  booleanParameter,
  countParameter,
  createdRange,
  strictObject,
  integerParameter,
  metadataParameter,
  stringParameter,
  type paging,
} from '../http/parameters.ts';
import { cardError } from '../payments/payment-intents.ts';
import { missingParameter, invalidRequest } from '../http/stripe-api-error.ts';
import { listObject } from '../http/render-object.ts';
import {
  matchesFilter,
  listParameters,
  mergeMetadata,
  noParameters,
  listPage,
  route,
  inRange,
  type Route,
} from '../http/route.ts';
import type { Invoice } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

const collection = z.enum(['charge_automatically', 'send_invoice']);
const changeable = {
  auto_advance: booleanParameter.optional(),
  collection_method: collection.optional(),
  days_until_due: countParameter.optional(),
  default_payment_method: stringParameter.optional(),
  description: stringParameter.optional(),
  discounts: discountsParameter.optional(),
  due_date: integerParameter.optional(),
  footer: stringParameter.optional(),
  metadata: metadataParameter.optional(),
};
const create = strictObject({
  ...changeable,
  customer: stringParameter,
  currency: stringParameter.toLowerCase().optional(),
  pending_invoice_items_behavior: z.enum(['exclude', 'include']).optional(),
});
const update = strictObject(changeable);
type Update = z.infer<typeof update>;

const dueDateOf = (work: Transaction, given: Update, method: string): number | null => {
  if (method !== 'send_invoice') {
    if (given.days_until_due === undefined && given.due_date === undefined) return null;
    throw invalidRequest(
      'days_until_due and due_date are for invoices with collection_method=send_invoice.',
      'due_date',
    );
  }
  if (given.due_date !== undefined) return given.due_date;
  if (given.days_until_due === undefined) throw missingParameter('days_until_due');
  return work.now + given.days_until_due * daySeconds;
};

/** Unless told otherwise, a customer's discount counts on every invoice. */
const discountsFor = (work: Transaction, customer: string, given: Update['discounts']): string[] => {
  if (given) return redeemDiscounts(work, given, { customer });
  const { discount } = work.get('customer', customer);
  return discount ? activeDiscounts(work, [discount.id]) : [];
};

const created = (work: Transaction, given: z.infer<typeof create>): Invoice => {
  const { customer } = given;
  const kept = work.get('customer', customer, 'customer');
  const includes = given.pending_invoice_items_behavior === 'include';
  const method = given.collection_method ?? 'charge_automatically';
  const card = given.default_payment_method;
  return newInvoice(work, {
    customer,
    currency: given.currency ?? kept.currency ?? 'usd',
    billing_reason: 'manual',
    lines: [],
    items: includes ? pendingInvoiceItems(work, customer, null) : [],
    discounts: discountsFor(work, customer, given.discounts),
    auto_advance: given.auto_advance ?? false,
    collection_method: method,
    due_date: dueDateOf(work, given, method),
    default_payment_method:
      card === undefined ? null : requireCustomerCard(work, card, customer, 'default_payment_method'),
    description: given.description ?? null,
    footer: given.footer ?? null,
    metadata: mergeMetadata({}, given.metadata),
  });
};

const afterFinal = new Set(['auto_advance', 'metadata', 'description', 'default_payment_method']);

const setAdvance = (work: Transaction, invoice: Invoice, advances: boolean | undefined): void => {
  if (advances === undefined || advances === invoice.auto_advance) return;
  invoice.auto_advance = advances;
  if (invoice.status !== 'draft') {
    invoice.next_payment_attempt = advances ? work.now + draftSeconds : null;
    return;
  }
  invoice.automatically_finalizes_at = advances ? work.now + draftSeconds : null;
  invoice.next_payment_attempt = invoice.automatically_finalizes_at;
};

const updated = (work: Transaction, given: Update, id: string): Invoice => {
  const { status, customer } = work.get('invoice', id, 'invoice');
  const late = Object.entries(given).find(
    ([name, value]) => value !== undefined && !afterFinal.has(name),
  )?.[0];
  if (status !== 'draft' && late !== undefined) {
    throw invalidRequest(
      `Finalized invoices can't be updated in this way: ${late}.`,
      late,
      'invoice_not_editable',
    );
  }
  return changeObject(work, 'invoice', id, 'invoice.updated', (invoice) => {
    const {
      auto_advance,
      default_payment_method: card,
      discounts,
      metadata: keys,
      days_until_due: _,
      ...rest
    } = given;
    Object.assign(invoice, rest);
    invoice.metadata = mergeMetadata(invoice.metadata, keys);
    setAdvance(work, invoice, auto_advance);
    if (card !== undefined) {
      invoice.default_payment_method =
        card === '' ? null : requireCustomerCard(work, card, customer ?? '', 'default_payment_method');
    }
    if (discounts) invoice.discounts = redeemDiscounts(work, discounts, { customer, invoice: id });
    if (invoice.status === 'draft') calculateTotals(work, invoice);
  });
};

const pay = strictObject({
  off_session: booleanParameter.optional(),
  paid_out_of_band: booleanParameter.optional(),
  payment_method: stringParameter.optional(),
});

const payable = (work: Transaction, id: string): Invoice => {
  if (work.get('invoice', id, 'invoice').status === 'draft') finalizeInvoice(work, id);
  else if (work.get('invoice', id).status === 'paid') throw invalidRequest('Invoice is already paid');
  const invoice = work.edit('invoice', id);
  if (invoice.status === 'void')
    throw invalidRequest(
      'This invoice is voided and can no longer be paid.',
      undefined,
      'invoice_not_editable',
    );
  return invoice;
};

const paid = (work: Transaction, given: z.infer<typeof pay>, id: string): Invoice => {
  const invoice = payable(work, id);
  if (invoice.status === 'paid') return invoice;
  if (given.paid_out_of_band) {
    markInvoicePaid(work, id, { outOfBand: true });
    return work.edit('invoice', id);
  }
  const customer = invoice.customer ?? '';
  const card =
    given.payment_method === undefined
      ? paymentMethodFor(work, invoice)
      : requireCustomerCard(work, given.payment_method, customer, 'payment_method');
  if (card === undefined) {
    const told =
      'There is no `default_payment_method` set on this Customer or Invoice. ' +
      'Please attach a payment method and set it as the default, or give one.';
    throw invalidRequest(told, undefined, 'resource_missing');
  }
  const outcome = attemptPayment(work, id, { card });
  if (outcome === 'succeeded') return work.edit('invoice', id);
  throw cardError(work, outcome, paymentIntentOf(work, id), 'invoice_payment_intent_requires_action');
};

/** The lines of one invoice, in their order. */
const linesOf = (work: Transaction, given: z.infer<z.ZodObject<typeof paging>>, id: string): object => {
  const all = work.get('invoice', id).lines.data;
  const start =
    given.starting_after === undefined ? 0 : all.findIndex((line) => line.id === given.starting_after) + 1;
  const limit = given.limit ?? 10;
  return listObject(`/v1/invoices/${id}/lines`, all.slice(start, start + limit), start + limit < all.length);
};

const deleted = (work: Transaction, _: unknown, id: string): object => {
  const invoice = work.get('invoice', id);
  if (invoice.status !== 'draft' || subscriptionOf(invoice) !== undefined) {
    throw invalidRequest(
      'Only drafts that are not of a subscription can be deleted.',
      undefined,
      'invoice_not_editable',
    );
  }
  for (const item of work.where('invoiceitem', (one) => one.invoice === id))
    work.remove('invoiceitem', item.id);
  work.remove('invoice', id);
  return { id, object: 'invoice', deleted: true };
};

export const invoiceRoutes: Route[] = [
  route('POST', '/v1/invoices', 'invoices.create', create, created),
  route('GET', '/v1/invoices/:id', 'invoices.retrieve', noParameters, (work, _, id) =>
    work.get('invoice', id, 'invoice'),
  ),
  route('POST', '/v1/invoices/:id', 'invoices.update', update, updated),
  route('DELETE', '/v1/invoices/:id', 'invoices.del', noParameters, deleted),
  route(
    'POST',
    '/v1/invoices/:id/finalize',
    'invoices.finalizeInvoice',
    strictObject({ auto_advance: booleanParameter.optional() }),
    (work, given, id) => {
      setAdvance(work, work.edit('invoice', id), given.auto_advance);
      const { status, auto_advance, attempted } = finalizeInvoice(work, id);
      const waits = status === 'open' && auto_advance && !attempted;
      if (waits) work.edit('invoice', id).next_payment_attempt = work.now + draftSeconds;
      return work.get('invoice', id);
    },
  ),
  route('POST', '/v1/invoices/:id/pay', 'invoices.pay', pay, paid),
  route('POST', '/v1/invoices/:id/void', 'invoices.voidInvoice', noParameters, (work, _, id) =>
    voidInvoice(work, id),
  ),
  route(
    'POST',
    '/v1/invoices/:id/mark_uncollectible',
    'invoices.markUncollectible',
    noParameters,
    (work, _, id) => markUncollectible(work, id),
  ),
  route('GET', '/v1/invoices/:id/lines', 'invoices.listLineItems', listParameters({}), linesOf),
  route(
    'GET',
    '/v1/invoices',
    'invoices.list',
    listParameters({
      collection_method: collection.optional(),
      created: createdRange,
      customer: stringParameter.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      subscription: stringParameter.optional(),
    }),
    (work, { collection_method, created: range, customer, status, subscription, ...given }) => {
      const found = work.where(
        'invoice',
        (one) =>
          matchesFilter(one, { collection_method, customer, status }) &&
          inRange(range, one.created) &&
          (subscription === undefined || subscriptionOf(one) === subscription),
      );
      return listPage(work, '/v1/invoices', found, given);
    },
  ),
  route(
    'GET',
    '/v1/invoice_payments',
    'invoicePayments.list',
    listParameters({
      created: createdRange,
      invoice: stringParameter.optional(),
      payment: strictObject({
        type: z.enum(['payment_intent']),
        payment_intent: stringParameter.optional(),
      }).optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
    }),
    (work, { created: range, invoice, payment, status, ...given }) => {
      const found = work.where(
        'invoice_payment',
        (one) =>
          matchesFilter(one, { invoice, status }) &&
          inRange(range, one.created) &&
          (payment?.payment_intent === undefined || one.payment.payment_intent === payment.payment_intent),
      );
      return listPage(work, '/v1/invoice_payments', found, given);
    },
  ),
];
