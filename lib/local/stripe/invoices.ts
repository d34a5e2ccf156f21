import * as z from 'zod';
import { ownCard } from './customers.ts';
import { discountsGiven, inForce, redeemDiscounts } from './discounts.ts';
import { change } from './events.ts';
import { finalize, markUncollectible, voidInvoice } from './invoice-lifecycle.ts';
import { attempt, cardFor, intentOf, markPaid } from './invoice-payment.ts';
import { reckon } from './invoice-totals.ts';
import { day } from './months.ts';
import { draftSeconds, newInvoice, pendingItems, subscriptionOf } from './new-invoice.ts';
import { boolean, count, createdRange, group, integer, metadata, text, type paging } from './parameters.ts';
import { cardError } from './payments.ts';
import { missing, refuse } from './refusal.ts';
import { pageOf } from './render.ts';
import { fits, listing, merged, nothing, page, route, within, type Route } from './route.ts';
import type { Invoice } from './wire.ts';
import type { Work } from './work.ts';

const collection = z.enum(['charge_automatically', 'send_invoice']);
const changeable = {
  auto_advance: boolean.optional(),
  collection_method: collection.optional(),
  days_until_due: count.optional(),
  default_payment_method: text.optional(),
  description: text.optional(),
  discounts: discountsGiven.optional(),
  due_date: integer.optional(),
  footer: text.optional(),
  metadata: metadata.optional(),
};
const create = group({
  ...changeable,
  customer: text,
  currency: text.toLowerCase().optional(),
  pending_invoice_items_behavior: z.enum(['exclude', 'include']).optional(),
});
const update = group(changeable);
type Update = z.infer<typeof update>;

const dueDateOf = (work: Work, given: Update, method: string): number | null => {
  if (method !== 'send_invoice') {
    if (given.days_until_due === undefined && given.due_date === undefined) return null;
    throw refuse(
      'days_until_due and due_date are for invoices with collection_method=send_invoice.',
      'due_date',
    );
  }
  if (given.due_date !== undefined) return given.due_date;
  if (given.days_until_due === undefined) throw missing('days_until_due');
  return work.now + given.days_until_due * day;
};

/** Unless told otherwise, a customer's discount counts on every invoice. */
const discountsFor = (work: Work, customer: string, given: Update['discounts']): string[] => {
  if (given) return redeemDiscounts(work, given, { customer });
  const { discount } = work.get('customer', customer);
  return discount ? inForce(work, [discount.id]) : [];
};

const created = (work: Work, given: z.infer<typeof create>): Invoice => {
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
    items: includes ? pendingItems(work, customer, null) : [],
    discounts: discountsFor(work, customer, given.discounts),
    auto_advance: given.auto_advance ?? false,
    collection_method: method,
    due_date: dueDateOf(work, given, method),
    default_payment_method:
      card === undefined ? null : ownCard(work, card, customer, 'default_payment_method'),
    description: given.description ?? null,
    footer: given.footer ?? null,
    metadata: merged({}, given.metadata),
  });
};

const afterFinal = new Set(['auto_advance', 'metadata', 'description', 'default_payment_method']);

const setAdvance = (work: Work, invoice: Invoice, advances: boolean | undefined): void => {
  if (advances === undefined || advances === invoice.auto_advance) return;
  invoice.auto_advance = advances;
  if (invoice.status !== 'draft') {
    invoice.next_payment_attempt = advances ? work.now + draftSeconds : null;
    return;
  }
  invoice.automatically_finalizes_at = advances ? work.now + draftSeconds : null;
  invoice.next_payment_attempt = invoice.automatically_finalizes_at;
};

const updated = (work: Work, given: Update, id: string): Invoice => {
  const { status, customer } = work.get('invoice', id, 'invoice');
  const late = Object.entries(given).find(
    ([name, value]) => value !== undefined && !afterFinal.has(name),
  )?.[0];
  if (status !== 'draft' && late !== undefined) {
    throw refuse(`Finalized invoices can't be updated in this way: ${late}.`, late, 'invoice_not_editable');
  }
  return change(work, 'invoice', id, 'invoice.updated', (invoice) => {
    const {
      auto_advance,
      default_payment_method: card,
      discounts,
      metadata: keys,
      days_until_due: _,
      ...rest
    } = given;
    Object.assign(invoice, rest);
    invoice.metadata = merged(invoice.metadata, keys);
    setAdvance(work, invoice, auto_advance);
    if (card !== undefined) {
      invoice.default_payment_method =
        card === '' ? null : ownCard(work, card, customer ?? '', 'default_payment_method');
    }
    if (discounts) invoice.discounts = redeemDiscounts(work, discounts, { customer, invoice: id });
    if (invoice.status === 'draft') reckon(work, invoice);
  });
};

const pay = group({
  off_session: boolean.optional(),
  paid_out_of_band: boolean.optional(),
  payment_method: text.optional(),
});

const payable = (work: Work, id: string): Invoice => {
  if (work.get('invoice', id, 'invoice').status === 'draft') finalize(work, id);
  else if (work.get('invoice', id).status === 'paid') throw refuse('Invoice is already paid');
  const invoice = work.edit('invoice', id);
  if (invoice.status === 'void')
    throw refuse('This invoice is voided and can no longer be paid.', undefined, 'invoice_not_editable');
  return invoice;
};

const paid = (work: Work, given: z.infer<typeof pay>, id: string): Invoice => {
  const invoice = payable(work, id);
  if (invoice.status === 'paid') return invoice;
  if (given.paid_out_of_band) {
    markPaid(work, id, { outOfBand: true });
    return work.edit('invoice', id);
  }
  const customer = invoice.customer ?? '';
  const card =
    given.payment_method === undefined
      ? cardFor(work, invoice)
      : ownCard(work, given.payment_method, customer, 'payment_method');
  if (card === undefined) {
    const told =
      'There is no `default_payment_method` set on this Customer or Invoice. ' +
      'Please attach a payment method and set it as the default, or give one.';
    throw refuse(told, undefined, 'resource_missing');
  }
  const outcome = attempt(work, id, { card });
  if (outcome === 'succeeded') return work.edit('invoice', id);
  throw cardError(work, outcome, intentOf(work, id), 'invoice_payment_intent_requires_action');
};

/** The lines of one invoice, in their order. */
const linesOf = (work: Work, given: z.infer<z.ZodObject<typeof paging>>, id: string): object => {
  const all = work.get('invoice', id).lines.data;
  const start =
    given.starting_after === undefined ? 0 : all.findIndex((line) => line.id === given.starting_after) + 1;
  const limit = given.limit ?? 10;
  return pageOf(`/v1/invoices/${id}/lines`, all.slice(start, start + limit), start + limit < all.length);
};

const deleted = (work: Work, _: unknown, id: string): object => {
  const invoice = work.get('invoice', id);
  if (invoice.status !== 'draft' || subscriptionOf(invoice) !== undefined) {
    throw refuse(
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
  route('GET', '/v1/invoices/:id', 'invoices.retrieve', nothing, (work, _, id) =>
    work.get('invoice', id, 'invoice'),
  ),
  route('POST', '/v1/invoices/:id', 'invoices.update', update, updated),
  route('DELETE', '/v1/invoices/:id', 'invoices.del', nothing, deleted),
  route(
    'POST',
    '/v1/invoices/:id/finalize',
    'invoices.finalizeInvoice',
    group({ auto_advance: boolean.optional() }),
    (work, given, id) => {
      setAdvance(work, work.edit('invoice', id), given.auto_advance);
      const { status, auto_advance, attempted } = finalize(work, id);
      const waits = status === 'open' && auto_advance && !attempted;
      if (waits) work.edit('invoice', id).next_payment_attempt = work.now + draftSeconds;
      return work.get('invoice', id);
    },
  ),
  route('POST', '/v1/invoices/:id/pay', 'invoices.pay', pay, paid),
  route('POST', '/v1/invoices/:id/void', 'invoices.voidInvoice', nothing, (work, _, id) =>
    voidInvoice(work, id),
  ),
  route('POST', '/v1/invoices/:id/mark_uncollectible', 'invoices.markUncollectible', nothing, (work, _, id) =>
    markUncollectible(work, id),
  ),
  route('GET', '/v1/invoices/:id/lines', 'invoices.listLineItems', listing({}), linesOf),
  route(
    'GET',
    '/v1/invoices',
    'invoices.list',
    listing({
      collection_method: collection.optional(),
      created: createdRange,
      customer: text.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      subscription: text.optional(),
    }),
    (work, { collection_method, created: range, customer, status, subscription, ...given }) => {
      const found = work.where(
        'invoice',
        (one) =>
          fits(one, { collection_method, customer, status }) &&
          within(range, one.created) &&
          (subscription === undefined || subscriptionOf(one) === subscription),
      );
      return page(work, '/v1/invoices', found, given);
    },
  ),
  route(
    'GET',
    '/v1/invoice_payments',
    'invoicePayments.list',
    listing({
      created: createdRange,
      invoice: text.optional(),
      payment: group({ type: z.enum(['payment_intent']), payment_intent: text.optional() }).optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
    }),
    (work, { created: range, invoice, payment, status, ...given }) => {
      const found = work.where(
        'invoice_payment',
        (one) =>
          fits(one, { invoice, status }) &&
          within(range, one.created) &&
          (payment?.payment_intent === undefined || one.payment.payment_intent === payment.payment_intent),
      );
      return page(work, '/v1/invoice_payments', found, given);
    },
  ),
];
