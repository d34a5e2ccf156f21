import type Stripe from 'stripe';
import {
  isUnpaid,
  type InvoiceReason,
  type ProviderInvoice,
  type ProviderInvoiceLine,
} from '@scangate/domain/payments/provider-objects';
import { declineCode, request } from './errors.ts';
import { toInstant } from './instants.ts';
import { idOf, type PriceCatalog } from './prices.ts';

type PriceOf = PriceCatalog['nameOf'];

const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false;

const toLine = async (line: Stripe.InvoiceLineItem, priceOf: PriceOf): Promise<ProviderInvoiceLine> => {
  const price = line.pricing?.price_details && (await priceOf(line.pricing.price_details.price));
  return {
    ...(price && { price }),
    quantity: line.quantity ?? 1,
    proration: isProration(line),
    startAt: toInstant(line.period.start),
    endAt: toInstant(line.period.end),
  };
};

const reasons: Readonly<Record<string, InvoiceReason>> = {
  subscription_create: 'create',
  subscription_cycle: 'cycle',
  subscription_update: 'update',
};

/**
 * A scheduled change of the billing interval starts a new cycle, which Stripe may call an update. A line for a whole
 * period therefore means a cycle.
 */
const reasonOf = (invoice: Stripe.Invoice, lines: readonly Stripe.InvoiceLineItem[]): InvoiceReason => {
  const reason = reasons[invoice.billing_reason ?? ''] ?? 'other';
  const beginsPeriod = lines.some((line) => line.parent?.subscription_item_details && !isProration(line));
  return reason === 'update' && beginsPeriod ? 'cycle' : reason;
};

const statuses = new Set(['draft', 'open', 'paid', 'void', 'uncollectible']);
const statusOf = ({ status }: Stripe.Invoice): ProviderInvoice['status'] =>
  status !== null && statuses.has(status) ? (status as ProviderInvoice['status']) : 'draft';

interface InvoiceParts {
  lines: readonly Stripe.InvoiceLineItem[];
  /** In seconds; see `failureOf`. */
  failedAt: number | undefined;
}

const toInvoice = async (
  invoice: Stripe.Invoice,
  { lines, failedAt }: InvoiceParts,
  priceOf: PriceOf,
): Promise<ProviderInvoice> => {
  const subscription = invoice.parent?.subscription_details;
  const accountId = invoice.metadata?.['accountId'] ?? subscription?.metadata?.['accountId'];
  return {
    invoiceId: invoice.id,
    ...(accountId && { accountId }),
    customerId: invoice.customer === null ? '' : idOf(invoice.customer),
    ...(subscription && { subscriptionId: idOf(subscription.subscription) }),
    reason: reasonOf(invoice, lines),
    status: statusOf(invoice),
    number: invoice.number ?? '',
    amountDue: invoice.amount_due,
    amountPaid: invoice.amount_paid,
    currency: invoice.currency,
    createdAt: toInstant(invoice.created),
    ...(failedAt !== undefined && { failedAt: toInstant(failedAt) }),
    ...(invoice.hosted_invoice_url && { hostedUrl: invoice.hosted_invoice_url }),
    ...(invoice.invoice_pdf && { pdfUrl: invoice.invoice_pdf }),
    lines: await Promise.all(lines.map((line) => toLine(line, priceOf))),
    metadata: { ...invoice.metadata },
  };
};

/** The parameters that include the payments of an invoice. */
export const withPayment = { expand: ['payments.data.payment.payment_intent'] };

/** Returns the latest payment of an invoice that was read with `withPayment`. */
export const intentOf = ({ payments }: Stripe.Invoice): Stripe.PaymentIntent | undefined => {
  const newestFirst = (payments?.data ?? []).toSorted((a, b) => b.created - a.created);
  const intents = newestFirst.map(({ payment }) => payment.payment_intent);
  return intents.find((intent) => typeof intent === 'object');
};

/** Returns why the payment of an invoice failed. */
export const declineOf = (invoice: Stripe.Invoice): string => {
  const intent = intentOf(invoice);
  if (intent?.last_payment_error) return declineCode(intent.last_payment_error);
  return intent?.status === 'requires_action' ? 'authentication_required' : 'card_declined';
};

const chargedAt = ({ latest_charge: charge }: Stripe.PaymentIntent): number | undefined =>
  typeof charge === 'object' && charge?.status === 'failed' ? charge.created : undefined;

/**
 * Returns when the payment of an invoice last failed, in seconds: the time of the failed charge. If the bank
 * required authentication there is no charge, and the time is when the invoice was finalized. It never decreases.
 */
const failureOf = async (invoice: Stripe.Invoice, stripe: Stripe): Promise<number | undefined> => {
  if (!isUnpaid(invoice) || !invoice.attempted || invoice.attempt_count === 0) return undefined;
  const { id } = intentOf(await request(stripe.invoices.retrieve(invoice.id, withPayment))) ?? {};
  const intent = id && (await request(stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })));
  // A payment in progress has not failed, and one that arrived shows on the invoice soon.
  if (intent && (intent.status === 'processing' || intent.status === 'succeeded')) return undefined;
  const dueAt = invoice.status_transitions.finalized_at ?? invoice.created;
  return Math.max(dueAt, intent ? (chargedAt(intent) ?? dueAt) : dueAt);
};

const linesOf = async (invoice: Stripe.Invoice, stripe: Stripe): Promise<Stripe.InvoiceLineItem[]> => {
  const { data, has_more: more } = invoice.lines;
  return more ? (await request(stripe.invoices.listLineItems(invoice.id, { limit: 100 }))).data : data;
};

/** Reads the parts of an invoice that Stripe does not include: further lines, and when its payment failed. */
export const readInvoice = async (
  invoice: Stripe.Invoice,
  stripe: Stripe,
  prices: PriceCatalog,
): Promise<ProviderInvoice> => {
  const [lines, failedAt] = await Promise.all([linesOf(invoice, stripe), failureOf(invoice, stripe)]);
  return toInvoice(invoice, { lines, failedAt }, prices.nameOf);
};
