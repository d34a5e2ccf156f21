import type Stripe from 'stripe';
import { priceOfPack } from '@scangate/domain/plans/price-names';
import { Transient } from '@scangate/domain/problem';
import {
  CardDeclined,
  PaymentProviderRefused,
  type ChargeResult,
  type PaymentProvider,
} from '#ports/payment-provider.ts';
import { request, find } from './errors.ts';
import { declineOf, intentOf, readInvoice, withPayment } from './invoices.ts';
import type { StripeContext } from './schedules.ts';
import { taxParams } from './taxes.ts';

type PackInvoices = Pick<
  PaymentProvider,
  'draftPackInvoice' | 'finalizeInvoice' | 'payInvoice' | 'voidInvoice'
>;
type PackOrder = Parameters<PaymentProvider['draftPackInvoice']>[1];

/** Drafts an invoice with the pack alone: no discount makes it free, and no pending item makes it more expensive. */
const draft = async (
  { stripe, prices, automaticTax }: StripeContext,
  key: string,
  { accountId, customerId: customer, pack, attempt }: PackOrder,
): Promise<Stripe.Invoice> => {
  const price = await prices.currentPrice(priceOfPack(pack));
  const { id: invoice } = await request(
    stripe.invoices.create(
      {
        customer,
        currency: price.currency,
        auto_advance: false,
        collection_method: 'charge_automatically',
        pending_invoice_items_behavior: 'exclude',
        discounts: '',
        ...taxParams(automaticTax),
        metadata: { accountId, kind: 'recharge', pack, attempt },
      },
      { idempotencyKey: `${key}:invoice` },
    ),
  );
  await request(
    stripe.invoiceItems.create(
      { customer, invoice, pricing: { price: price.id }, quantity: 1, discountable: false },
      { idempotencyKey: `${key}:item` },
    ),
  );
  return request(stripe.invoices.retrieve(invoice));
};

/** @throws PaymentProviderRefused when the invoice is still a draft. */
const finalize = async (stripe: Stripe, key: string, id: string): Promise<Stripe.Invoice> => {
  try {
    const params = { auto_advance: false };
    return await request(stripe.invoices.finalizeInvoice(id, params, { idempotencyKey: key }));
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused)) throw error;
    const invoice = await request(stripe.invoices.retrieve(id));
    if (invoice.status === 'draft') throw error;
    return invoice;
  }
};

/** Interprets an invoice that is unpaid after a charge that raised no error. */
const unpaid = (invoice: Stripe.Invoice): ChargeResult => {
  // The payment may still arrive, so the invoice must not be voided and another one charged.
  if (intentOf(invoice)?.status === 'processing') throw new Transient('the payment is being processed');
  return { outcome: 'declined', code: declineOf(invoice) };
};

/** Reads the invoice after each attempt, because the response under an old key shows an earlier state. */
const pay = async (stripe: Stripe, key: string, id: string): Promise<ChargeResult> => {
  let failure: unknown;
  try {
    const paid = await request(stripe.invoices.pay(id, { off_session: true }, { idempotencyKey: key }));
    if (paid.status === 'paid') return { outcome: 'paid' };
  } catch (error) {
    failure = error;
  }
  const invoice = await request(stripe.invoices.retrieve(id, withPayment));
  if (invoice.status === 'paid') return { outcome: 'paid' };
  if (failure === undefined) return unpaid(invoice);
  if (!(failure instanceof CardDeclined)) throw failure;
  return { outcome: 'declined', code: failure.code };
};

/** Voids an invoice. A draft that no subscription made is deleted instead, because only finalized invoices can be void. */
export const voidInvoice = async (stripe: Stripe, key: string, id: string): Promise<void> => {
  const invoice = await find(stripe.invoices.retrieve(id));
  if (!invoice || invoice.status === 'void') return;
  if (invoice.status === 'draft' && !invoice.parent?.subscription_details) {
    await find(stripe.invoices.del(id));
    return;
  }
  try {
    await request(stripe.invoices.voidInvoice(id, {}, { idempotencyKey: key }));
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused)) throw error;
    const current = await request(stripe.invoices.retrieve(id));
    if (current.status !== 'void') throw error;
  }
};

export const packInvoices = ({ stripe, prices, automaticTax }: StripeContext): PackInvoices => ({
  draftPackInvoice: async (key, order) =>
    readInvoice(await draft({ stripe, prices, automaticTax }, key, order), stripe, prices),
  finalizeInvoice: async (key, id) => readInvoice(await finalize(stripe, key, id), stripe, prices),
  payInvoice: (key, id) => pay(stripe, key, id),
  voidInvoice: (key, id) => voidInvoice(stripe, key, id),
});
