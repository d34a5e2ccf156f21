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
import { taxParameters } from '../http/tax-parameters.ts';
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
  automatic_tax: taxParameters.automatic_tax,
  currency: stringParameter.toLowerCase().optional(),
  pending_invoice_items_behavior: z.enum(['exclude', 'include']).optional(),
});
const update = strictObject(changeable);
type Update = z.infer<typeof update>;

const dueDateOf = (tx: Transaction, given: Update, method: string): number | null => {
  if (method !== 'send_invoice') {
    if (given.days_until_due === undefined && given.due_date === undefined) return null;
    throw invalidRequest(
      'days_until_due and due_date are for invoices with collection_method=send_invoice.',
      'due_date',
    );
  }
  if (given.due_date !== undefined) return given.due_date;
  if (given.days_until_due === undefined) throw missingParameter('days_until_due');
  return tx.now + given.days_until_due * daySeconds;
};

/** Redeems the given discounts, or else applies the customer's own. */
const discountsFor = (tx: Transaction, customer: string, given: Update['discounts']): string[] => {
  if (given) return redeemDiscounts(tx, given, { customer });
  const { discount } = tx.get('customer', customer);
  return discount ? activeDiscounts(tx, [discount.id]) : [];
};

const created = (tx: Transaction, given: z.infer<typeof create>): Invoice => {
  const { customer } = given;
  const { currency } = tx.get('customer', customer, 'customer');
  const includes = given.pending_invoice_items_behavior === 'include';
  const method = given.collection_method ?? 'charge_automatically';
  const card = given.default_payment_method;
  return newInvoice(tx, {
    customer,
    currency: given.currency ?? currency ?? 'usd',
    billing_reason: 'manual',
    lines: [],
    automatic_tax: given.automatic_tax?.enabled,
    items: includes ? pendingInvoiceItems(tx, customer, null) : [],
    discounts: discountsFor(tx, customer, given.discounts),
    auto_advance: given.auto_advance ?? false,
    collection_method: method,
    due_date: dueDateOf(tx, given, method),
    default_payment_method:
      card === undefined
        ? null
        : requireCustomerCard(tx, card, { customer, param: 'default_payment_method' }),
    description: given.description ?? null,
    footer: given.footer ?? null,
    metadata: mergeMetadata({}, given.metadata),
  });
};

const afterFinal = new Set(['auto_advance', 'metadata', 'description', 'default_payment_method']);

const setAdvance = (tx: Transaction, invoice: Invoice, advances: boolean | undefined): void => {
  if (advances === undefined || advances === invoice.auto_advance) return;
  invoice.auto_advance = advances;
  if (invoice.status !== 'draft') {
    invoice.next_payment_attempt = advances ? tx.now + draftSeconds : null;
    return;
  }
  invoice.automatically_finalizes_at = advances ? tx.now + draftSeconds : null;
  invoice.next_payment_attempt = invoice.automatically_finalizes_at;
};

const updated = (tx: Transaction, given: Update, id: string): Invoice => {
  const { status, customer } = tx.get('invoice', id, 'invoice');
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
  return changeObject(tx, { type: 'invoice', id, event: 'invoice.updated' }, (invoice) => {
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
    setAdvance(tx, invoice, auto_advance);
    if (card !== undefined) {
      invoice.default_payment_method =
        card === ''
          ? null
          : requireCustomerCard(tx, card, { customer: customer ?? '', param: 'default_payment_method' });
    }
    if (discounts) invoice.discounts = redeemDiscounts(tx, discounts, { customer, invoice: id });
    if (invoice.status === 'draft') calculateTotals(tx, invoice);
  });
};

const pay = strictObject({
  off_session: booleanParameter.optional(),
  paid_out_of_band: booleanParameter.optional(),
  payment_method: stringParameter.optional(),
});

const payable = (tx: Transaction, id: string): Invoice => {
  if (tx.get('invoice', id, 'invoice').status === 'draft') finalizeInvoice(tx, id);
  else if (tx.get('invoice', id).status === 'paid') throw invalidRequest('Invoice is already paid');
  const invoice = tx.edit('invoice', id);
  if (invoice.status === 'void')
    throw invalidRequest(
      'This invoice is voided and can no longer be paid.',
      undefined,
      'invoice_not_editable',
    );
  return invoice;
};

const paid = (tx: Transaction, given: z.infer<typeof pay>, id: string): Invoice => {
  const invoice = payable(tx, id);
  if (invoice.status === 'paid') return invoice;
  if (given.paid_out_of_band) {
    markInvoicePaid(tx, id, { outOfBand: true });
    return tx.edit('invoice', id);
  }
  const customer = invoice.customer ?? '';
  const card =
    given.payment_method === undefined
      ? paymentMethodFor(tx, invoice)
      : requireCustomerCard(tx, given.payment_method, { customer, param: 'payment_method' });
  if (card === undefined) {
    const message =
      'There is no `default_payment_method` set on this Customer or Invoice. ' +
      'Please attach a payment method and set it as the default, or give one.';
    throw invalidRequest(message, undefined, 'resource_missing');
  }
  const outcome = attemptPayment(tx, id, { card });
  if (outcome === 'succeeded') return tx.edit('invoice', id);
  throw cardError(tx, outcome, {
    intent: paymentIntentOf(tx, id),
    actionCode: 'invoice_payment_intent_requires_action',
  });
};

/** Lists the lines of one invoice in their order. */
const linesOf = (tx: Transaction, given: z.infer<z.ZodObject<typeof paging>>, id: string): object => {
  const all = tx.get('invoice', id).lines.data;
  const start =
    given.starting_after === undefined ? 0 : all.findIndex((line) => line.id === given.starting_after) + 1;
  const limit = given.limit ?? 10;
  return listObject(`/v1/invoices/${id}/lines`, all.slice(start, start + limit), start + limit < all.length);
};

const deleted = (tx: Transaction, _: unknown, id: string): object => {
  const invoice = tx.get('invoice', id);
  if (invoice.status !== 'draft' || subscriptionOf(invoice) !== undefined) {
    throw invalidRequest(
      'Only drafts without a subscription can be deleted.',
      undefined,
      'invoice_not_editable',
    );
  }
  for (const item of tx.where('invoiceitem', (one) => one.invoice === id)) tx.remove('invoiceitem', item.id);
  tx.remove('invoice', id);
  return { id, object: 'invoice', deleted: true };
};

export const invoiceRoutes: Route[] = [
  route('POST', '/v1/invoices', { name: 'invoices.create', parameters: create, run: created }),
  route('GET', '/v1/invoices/:id', {
    name: 'invoices.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('invoice', id, 'invoice'),
  }),
  route('POST', '/v1/invoices/:id', { name: 'invoices.update', parameters: update, run: updated }),
  route('DELETE', '/v1/invoices/:id', { name: 'invoices.del', parameters: noParameters, run: deleted }),
  route('POST', '/v1/invoices/:id/finalize', {
    name: 'invoices.finalizeInvoice',
    parameters: strictObject({ auto_advance: booleanParameter.optional() }),
    run: (tx, given, id) => {
      setAdvance(tx, tx.edit('invoice', id), given.auto_advance);
      const { status, auto_advance, attempted } = finalizeInvoice(tx, id);
      const waits = status === 'open' && auto_advance && !attempted;
      if (waits) tx.edit('invoice', id).next_payment_attempt = tx.now + draftSeconds;
      return tx.get('invoice', id);
    },
  }),
  route('POST', '/v1/invoices/:id/pay', { name: 'invoices.pay', parameters: pay, run: paid }),
  route('POST', '/v1/invoices/:id/void', {
    name: 'invoices.voidInvoice',
    parameters: noParameters,
    run: (tx, _, id) => voidInvoice(tx, id),
  }),
  route('POST', '/v1/invoices/:id/mark_uncollectible', {
    name: 'invoices.markUncollectible',
    parameters: noParameters,
    run: (tx, _, id) => markUncollectible(tx, id),
  }),
  route('GET', '/v1/invoices/:id/lines', {
    name: 'invoices.listLineItems',
    parameters: listParameters({}),
    run: linesOf,
  }),
  route('GET', '/v1/invoices', {
    name: 'invoices.list',
    parameters: listParameters({
      collection_method: collection.optional(),
      created: createdRange,
      customer: stringParameter.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      subscription: stringParameter.optional(),
    }),
    run: (tx, { collection_method, created: range, customer, status, subscription, ...given }) => {
      const found = tx.where(
        'invoice',
        (one) =>
          matchesFilter(one, { customer, collection_method, status }) &&
          inRange(range, one.created) &&
          (subscription === undefined || subscriptionOf(one) === subscription),
      );
      return listPage(tx, '/v1/invoices', { found, paging: given });
    },
  }),
  route('GET', '/v1/invoice_payments', {
    name: 'invoicePayments.list',
    parameters: listParameters({
      created: createdRange,
      invoice: stringParameter.optional(),
      payment: strictObject({
        type: z.enum(['payment_intent']),
        payment_intent: stringParameter.optional(),
      }).optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
    }),
    run: (tx, { created: range, invoice, payment, status, ...given }) => {
      const found = tx.where(
        'invoice_payment',
        (one) =>
          matchesFilter(one, { invoice, status }) &&
          inRange(range, one.created) &&
          (payment?.payment_intent === undefined || one.payment.payment_intent === payment.payment_intent),
      );
      return listPage(tx, '/v1/invoice_payments', { found, paging: given });
    },
  }),
];
