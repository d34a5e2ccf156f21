import { emit } from './events.ts';
import { fullAmount, newInvoiceItem } from './invoice-lines.ts';
import { reckon, roundCents } from './invoice-totals.ts';
import { addItems } from './new-invoice.ts';
import { boolean, count, createdRange, decimal, group, integer, metadata, text } from './parameters.ts';
import { activePrice } from './prices.ts';
import { missing, refuse } from './refusal.ts';
import { fits, listing, merged, nothing, page, route, within, type Route } from './route.ts';
import type { InvoiceItem } from './wire.ts';
import type { Work } from './work.ts';
import type * as z from 'zod';

const create = group({
  customer: text.optional(),
  amount: integer.optional(),
  currency: text.toLowerCase().optional(),
  description: text.optional(),
  discountable: boolean.optional(),
  invoice: text.optional(),
  metadata: metadata.optional(),
  period: group({ start: integer, end: integer }).optional(),
  pricing: group({ price: text }).optional(),
  quantity: count.optional(),
  subscription: text.optional(),
  unit_amount_decimal: decimal.optional(),
});
type Create = z.infer<typeof create>;

const amountOf = (work: Work, given: Create): Pick<InvoiceItem, 'amount' | 'currency'> => {
  const ways = [given.amount, given.pricing, given.unit_amount_decimal].filter((one) => one !== undefined);
  if (ways.length > 1) {
    throw refuse(
      'You may only specify one of these parameters: amount, pricing, unit_amount_decimal.',
      'amount',
    );
  }
  if (given.pricing) {
    const price = activePrice(work, given.pricing.price, 'pricing[price]');
    if (price.recurring) {
      throw refuse(
        'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
        'pricing[price]',
      );
    }
    return { amount: fullAmount(price, given.quantity ?? 1), currency: price.currency };
  }
  if (given.currency === undefined) throw missing('currency');
  if (given.unit_amount_decimal !== undefined) {
    return {
      amount: roundCents(given.unit_amount_decimal * (given.quantity ?? 1)),
      currency: given.currency,
    };
  }
  if (given.amount === undefined) throw missing('amount');
  return { amount: given.amount, currency: given.currency };
};

const created = (work: Work, given: Create): InvoiceItem => {
  const invoice = given.invoice === undefined ? undefined : work.edit('invoice', given.invoice);
  if (invoice && invoice.status !== 'draft') {
    throw refuse(
      'The specified invoice is not a draft; nothing can be added to it.',
      'invoice',
      'invoice_not_editable',
    );
  }
  const customer = given.customer ?? invoice?.customer ?? undefined;
  if (customer === undefined) throw missing('customer');
  work.get('customer', customer, 'customer');
  if (invoice && invoice.customer !== customer)
    throw refuse('The invoice is of another customer.', 'invoice');
  const { amount, currency } = amountOf(work, given);
  if (invoice && invoice.currency !== currency) {
    throw refuse(`The invoice is in ${invoice.currency}, the item in ${currency}.`, 'currency');
  }
  const item = newInvoiceItem(work, {
    customer,
    amount,
    currency,
    description: given.description ?? null,
    discountable: given.discountable ?? amount >= 0,
    metadata: merged({}, given.metadata),
    period: given.period ?? { start: work.now, end: work.now },
    quantity: given.quantity ?? 1,
    ...(given.pricing && { price: work.get('price', given.pricing.price) }),
    ...(given.subscription !== undefined && {
      subscription: work.get('subscription', given.subscription, 'subscription').id,
    }),
  });
  item.description ??= given.pricing
    ? (work.find('product', item.pricing?.price_details?.product ?? '')?.name ?? null)
    : null;
  if (invoice) {
    addItems(work, invoice, [item]);
    emit(work, 'invoice.updated', invoice, { total: null });
  }
  emit(work, 'invoiceitem.created', item);
  return item;
};

const deleted = (work: Work, _: unknown, id: string): object => {
  const item = work.get('invoiceitem', id);
  if (item.invoice !== null) {
    const invoice = work.edit('invoice', item.invoice);
    if (invoice.status !== 'draft') {
      throw refuse('An item of a finalized invoice cannot be deleted.', undefined, 'invoice_not_editable');
    }
    invoice.lines.data = invoice.lines.data.filter(
      ({ parent }) =>
        (parent?.invoice_item_details ?? parent?.subscription_item_details)?.invoice_item !== id,
    );
    reckon(work, invoice);
  }
  emit(work, 'invoiceitem.deleted', item);
  work.remove('invoiceitem', id);
  return { id, object: 'invoiceitem', deleted: true };
};

export const invoiceItemRoutes: Route[] = [
  route('POST', '/v1/invoiceitems', 'invoiceItems.create', create, created),
  route('GET', '/v1/invoiceitems/:id', 'invoiceItems.retrieve', nothing, (work, _, id) =>
    work.get('invoiceitem', id),
  ),
  route('DELETE', '/v1/invoiceitems/:id', 'invoiceItems.del', nothing, deleted),
  route(
    'GET',
    '/v1/invoiceitems',
    'invoiceItems.list',
    listing({
      created: createdRange,
      customer: text.optional(),
      invoice: text.optional(),
      pending: boolean.optional(),
    }),
    (work, { created: range, customer, invoice, pending, ...paging }) => {
      const found = work.where(
        'invoiceitem',
        (item) =>
          fits(item, { customer, invoice }) &&
          within(range, item.date) &&
          (pending === undefined || pending === (item.invoice === null)),
      );
      return page(work, '/v1/invoiceitems', found, paging);
    },
  ),
];
