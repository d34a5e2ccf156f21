import { emitEvent } from '../webhooks/events.ts';
import { lineAmount, newInvoiceItem } from './invoice-lines.ts';
import { calculateTotals, roundCents } from './invoice-totals.ts';
import { addInvoiceItems } from './new-invoice.ts';
import {
  booleanParameter,
  countParameter,
  createdRange,
  decimalParameter,
  strictObject,
  integerParameter,
  metadataParameter,
  stringParameter,
} from '../http/parameters.ts';
import { activePrice } from '../catalog/prices.ts';
import { missingParameter, invalidRequest } from '../http/stripe-api-error.ts';
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
import type { InvoiceItem } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';
import type * as z from 'zod';

const create = strictObject({
  customer: stringParameter.optional(),
  amount: integerParameter.optional(),
  currency: stringParameter.toLowerCase().optional(),
  description: stringParameter.optional(),
  discountable: booleanParameter.optional(),
  invoice: stringParameter.optional(),
  metadata: metadataParameter.optional(),
  period: strictObject({ start: integerParameter, end: integerParameter }).optional(),
  pricing: strictObject({ price: stringParameter }).optional(),
  quantity: countParameter.optional(),
  subscription: stringParameter.optional(),
  unit_amount_decimal: decimalParameter.optional(),
});
type Create = z.infer<typeof create>;

const amountOf = (tx: Transaction, given: Create): Pick<InvoiceItem, 'amount' | 'currency'> => {
  const ways = [given.amount, given.pricing, given.unit_amount_decimal].filter((one) => one !== undefined);
  if (ways.length > 1) {
    throw invalidRequest(
      'You may only specify one of these parameters: amount, pricing, unit_amount_decimal.',
      'amount',
    );
  }
  if (given.pricing) {
    const price = activePrice(tx, given.pricing.price, 'pricing[price]');
    if (price.recurring) {
      throw invalidRequest(
        'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
        'pricing[price]',
      );
    }
    return { amount: lineAmount(price, given.quantity ?? 1), currency: price.currency };
  }
  if (given.currency === undefined) throw missingParameter('currency');
  if (given.unit_amount_decimal !== undefined) {
    return {
      amount: roundCents(given.unit_amount_decimal * (given.quantity ?? 1)),
      currency: given.currency,
    };
  }
  if (given.amount === undefined) throw missingParameter('amount');
  return { amount: given.amount, currency: given.currency };
};

export const createInvoiceItem = (tx: Transaction, given: Create): InvoiceItem => {
  const invoice = given.invoice === undefined ? undefined : tx.edit('invoice', given.invoice);
  if (invoice && invoice.status !== 'draft') {
    throw invalidRequest(
      'The specified invoice is not a draft; nothing can be added to it.',
      'invoice',
      'invoice_not_editable',
    );
  }
  const customer = given.customer ?? invoice?.customer ?? undefined;
  if (customer === undefined) throw missingParameter('customer');
  tx.get('customer', customer, 'customer');
  if (invoice && invoice.customer !== customer)
    throw invalidRequest('The invoice belongs to another customer.', 'invoice');
  const { amount, currency } = amountOf(tx, given);
  if (invoice && invoice.currency !== currency) {
    throw invalidRequest(`The invoice is in ${invoice.currency}, the item in ${currency}.`, 'currency');
  }
  const item = newInvoiceItem(tx, {
    customer,
    amount,
    currency,
    description: given.description ?? null,
    discountable: given.discountable ?? amount >= 0,
    metadata: mergeMetadata({}, given.metadata),
    period: given.period ?? { start: tx.now, end: tx.now },
    quantity: given.quantity ?? 1,
    ...(given.pricing && { price: tx.get('price', given.pricing.price) }),
    ...(given.subscription !== undefined && {
      subscription: tx.get('subscription', given.subscription, 'subscription').id,
    }),
  });
  item.description ??= given.pricing
    ? (tx.find('product', item.pricing?.price_details?.product ?? '')?.name ?? null)
    : null;
  if (invoice) {
    addInvoiceItems(tx, invoice, [item]);
    emitEvent(tx, 'invoice.updated', { object: invoice, previous: { total: null } });
  }
  emitEvent(tx, 'invoiceitem.created', { object: item });
  return item;
};

const deleted = (tx: Transaction, _: unknown, id: string): object => {
  const item = tx.get('invoiceitem', id);
  if (item.invoice !== null) {
    const invoice = tx.edit('invoice', item.invoice);
    if (invoice.status !== 'draft') {
      throw invalidRequest(
        'An item of a finalized invoice cannot be deleted.',
        undefined,
        'invoice_not_editable',
      );
    }
    invoice.lines.data = invoice.lines.data.filter(
      ({ parent }) =>
        (parent?.invoice_item_details ?? parent?.subscription_item_details)?.invoice_item !== id,
    );
    calculateTotals(tx, invoice);
  }
  emitEvent(tx, 'invoiceitem.deleted', { object: item });
  tx.remove('invoiceitem', id);
  return { id, object: 'invoiceitem', deleted: true };
};

export const invoiceItemRoutes: Route[] = [
  route('POST', '/v1/invoiceitems', {
    name: 'invoiceItems.create',
    parameters: create,
    run: createInvoiceItem,
  }),
  route('GET', '/v1/invoiceitems/:id', {
    name: 'invoiceItems.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('invoiceitem', id),
  }),
  route('DELETE', '/v1/invoiceitems/:id', {
    name: 'invoiceItems.del',
    parameters: noParameters,
    run: deleted,
  }),
  route('GET', '/v1/invoiceitems', {
    name: 'invoiceItems.list',
    parameters: listParameters({
      created: createdRange,
      customer: stringParameter.optional(),
      invoice: stringParameter.optional(),
      pending: booleanParameter.optional(),
    }),
    run: (tx, { created: range, customer, invoice, pending, ...paging }) => {
      const found = tx.where(
        'invoiceitem',
        (item) =>
          matchesFilter(item, { customer, invoice }) &&
          inRange(range, item.date) &&
          (pending === undefined || pending === (item.invoice === null)),
      );
      return listPage(tx, '/v1/invoiceitems', { found, paging });
    },
  }),
];
