import * as z from 'zod';
import { discountsParameter, redeemDiscounts } from '../catalog/discounts.ts';
import { addressParameter, newCustomer } from '../customers/customers.ts';
import { hasTaxLocation } from '../customers/tax-location.ts';
import { createInvoiceItem } from './invoice-items.ts';
import { calculateTotals } from './invoice-totals.ts';
import { newInvoice } from './new-invoice.ts';
import {
  booleanParameter,
  countParameter,
  strictObject,
  integerParameter,
  listOf,
  metadataParameter,
  stringParameter,
} from '../http/parameters.ts';
import { missingParameter, invalidRequest } from '../http/stripe-api-error.ts';
import { renderObject } from '../http/render-object.ts';
import { mergeMetadata, route, type Route } from '../http/route.ts';
import { taxParameters } from '../http/tax-parameters.ts';
import {
  applySubscriptionChange,
  isBilledImmediately,
  invoiceSubscriptionChange,
  planSubscriptionChange,
} from '../subscriptions/subscription-change.ts';
import { newSubscription } from '../subscriptions/subscription-creation.ts';
import { createProrationItems } from '../subscriptions/subscription-invoice.ts';
import { previewRenewal, isRunning } from '../subscriptions/subscription-renewal.ts';
import { enterPhase } from '../subscriptions/schedule-phases.ts';
import { currentPeriod } from '../subscriptions/subscription-state.ts';
import type { Invoice } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

const create = strictObject({
  automatic_tax: taxParameters.automatic_tax,
  customer: stringParameter.optional(),
  customer_details: strictObject({
    address: addressParameter.optional(),
    tax_ids: listOf(strictObject({ type: stringParameter, value: stringParameter })).optional(),
  }).optional(),
  subscription: stringParameter.optional(),
  discounts: discountsParameter.optional(),
  currency: stringParameter.toLowerCase().optional(),
  invoice_items: listOf(
    strictObject({
      amount: integerParameter.optional(),
      currency: stringParameter.toLowerCase().optional(),
      description: stringParameter.optional(),
      price: stringParameter.optional(),
      quantity: countParameter.optional(),
    }),
  ).optional(),
  preview_mode: z.enum(['next']).optional(),
  subscription_details: strictObject({
    billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
    cancel_at_period_end: booleanParameter.optional(),
    items: listOf(
      strictObject({
        id: stringParameter.optional(),
        price: stringParameter.optional(),
        quantity: countParameter.optional(),
        deleted: booleanParameter.optional(),
        metadata: metadataParameter.optional(),
      }),
    ).optional(),
    proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
    proration_date: integerParameter.optional(),
  }).optional(),
});
type Create = z.infer<typeof create>;

const none = (what: string) =>
  invalidRequest(`No upcoming invoices for ${what}`, undefined, 'invoice_upcoming_none');

/** Previews a change: the invoice that bills it at once, or else the next renewal. */
const ofChange = (
  tx: Transaction,
  id: string,
  details: NonNullable<Create['subscription_details']>,
): string => {
  const change = planSubscriptionChange(tx, tx.get('subscription', id), {
    items: details.items,
    anchorNow: details.billing_cycle_anchor === 'now',
    proration: details.proration_behavior ?? 'create_prorations',
    at: details.proration_date ?? tx.now,
  });
  if (isBilledImmediately(change)) return invoiceSubscriptionChange(tx, id, change).id;
  createProrationItems(tx, change.prorations);
  applySubscriptionChange(tx, id, change);
  return previewRenewal(tx, id);
};

/** Enters the next scheduled phase, which the renewal will bill. */
const enterScheduled = (tx: Transaction, id: string): void => {
  const subscription = tx.get('subscription', id);
  if (subscription.schedule === null) return;
  const { phases } = tx.get('subscription_schedule', subscription.schedule);
  const next = phases.find(({ start_date }) => start_date === currentPeriod(subscription).end);
  if (next) enterPhase(tx, id, { phase: next, atPeriodEnd: true });
};

const ofSubscription = (tx: Transaction, id: string, given: Create): string => {
  const subscription = tx.get('subscription', id, 'subscription');
  const details = given.subscription_details;
  if (given.customer !== undefined && given.customer !== subscription.customer) {
    throw invalidRequest('The subscription belongs to another customer.', 'customer');
  }
  const ends = details?.cancel_at_period_end ?? subscription.cancel_at !== null;
  if (!isRunning(subscription)) throw none(`subscription: ${id}`);
  if (details?.items || details?.billing_cycle_anchor === 'now') return ofChange(tx, id, details);
  if (ends) throw none(`subscription: ${id}`);
  enterScheduled(tx, id);
  return previewRenewal(tx, id);
};

/** The customer of a preview that names none; it is rolled back with the preview. */
const customerOf = (tx: Transaction, { customer, customer_details: details }: Create): string =>
  customer === undefined
    ? newCustomer(tx, { address: details?.address }).id
    : tx.get('customer', customer, 'customer').id;

const addPreviewItems = (tx: Transaction, customer: string, given: Create): string[] =>
  (given.invoice_items ?? []).map(
    ({ price, ...item }) =>
      createInvoiceItem(tx, { ...item, customer, ...(price !== undefined && { pricing: { price } }) }).id,
  );

/** Previews one-time items on an invoice of their own. */
const ofItems = (tx: Transaction, customer: string, given: Create): string => {
  const items = addPreviewItems(tx, customer, given).map((id) => tx.get('invoiceitem', id));
  const currency = items[0]?.currency ?? given.currency;
  if (currency === undefined) throw missingParameter('currency');
  const input = { customer, currency, billing_reason: 'manual' as const, lines: [], items };
  return newInvoice(tx, { ...input, discounts: [], auto_advance: false }).id;
};

const ofNew = (tx: Transaction, given: Create): string => {
  const { subscription_details: details, discounts = [] } = given;
  if (given.customer === undefined && given.currency === undefined) throw missingParameter('customer');
  const customer = customerOf(tx, given);
  if (!details?.items) {
    if (!given.invoice_items) throw none(`customer: ${customer}`);
    return ofItems(tx, customer, given);
  }
  addPreviewItems(tx, customer, given);
  const items = details.items.map((item) => ({ ...item, metadata: mergeMetadata({}, item.metadata) }));
  return newSubscription(tx, { customer, items, discounts, metadata: {}, prorates: true }).invoice;
};

/** A preview without an address reports it, whereas a subscription would be refused. */
const showTaxes = (tx: Transaction, invoice: Invoice, enabled: boolean): void => {
  invoice.automatic_tax.enabled = enabled;
  if (enabled)
    invoice.automatic_tax.status = hasTaxLocation(tx, invoice.customer ?? '')
      ? 'complete'
      : 'requires_location_inputs';
};

const preview = (tx: Transaction, given: Create): object => {
  const { subscription, discounts } = given;
  const id = subscription === undefined ? ofNew(tx, given) : ofSubscription(tx, subscription, given);
  const invoice = tx.edit('invoice', id);
  // The invoice of a new subscription has its discounts, and is final: its balance was taken from the customer.
  if (discounts && invoice.status === 'draft') {
    invoice.discounts = redeemDiscounts(tx, discounts, { customer: invoice.customer });
    calculateTotals(tx, invoice);
  }
  if (given.automatic_tax) showTaxes(tx, invoice, given.automatic_tax.enabled);
  const shown = newId('upcoming_in');
  return {
    ...renderObject(tx, invoice),
    id: shown,
    status: 'draft',
    number: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
  };
};

export const previewRoutes: Route[] = [
  route('POST', '/v1/invoices/create_preview', {
    name: 'invoices.createPreview',
    parameters: create,
    run: (tx, given) =>
      tx.withSavepoint(
        () => preview(tx, given),
        () => false,
      ),
  }),
];
