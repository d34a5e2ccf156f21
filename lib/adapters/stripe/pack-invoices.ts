import type Stripe from 'stripe';
import { priceOfPack } from '@scangate/domain/plans/prices';
import { Transient } from '@scangate/domain/problem';
import {
  CardDeclined,
  PaymentProviderRefused,
  type ChargeResult,
  type PaymentProvider,
} from '#ports/payment-provider.ts';
import { request, find } from './errors.ts';
import { declineOf, intentOf, readInvoice, withPayment } from './invoices.ts';
import type { PriceCatalog } from './prices.ts';

type Packs = Pick<PaymentProvider, 'draftPackInvoice' | 'finalizeInvoice' | 'payInvoice' | 'voidInvoice'>;
type PackOrder = Parameters<PaymentProvider['draftPackInvoice']>[1];

/** Nothing but the pack is on it: no discount makes it free, and nothing pending makes it dearer. */
const draft = async (
  stripe: Stripe,
  prices: PriceCatalog,
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

/** @throws TillRefused when it is neither a draft nor anything that a draft becomes. */
const finalize = async (stripe: Stripe, key: string, id: string): Promise<Stripe.Invoice> => {
  try {
    const order = { auto_advance: false };
    return await request(stripe.invoices.finalizeInvoice(id, order, { idempotencyKey: key }));
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused)) throw error;
    const invoice = await request(stripe.invoices.retrieve(id));
    if (invoice.status === 'draft') throw error;
    return invoice;
  }
};

/** Stripe took the charge and did not say yes. */
const unpaid = (invoice: Stripe.Invoice): ChargeResult => {
  // A payment that is on its way may still arrive: nobody may void the invoice and charge another.
  if (intentOf(invoice)?.status === 'processing') throw new Transient('the payment is being processed');
  return { outcome: 'declined', code: declineOf(invoice) };
};

/** What is true is asked for after each attempt: an answer under an old key tells how things were. */
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

/** A draft that no subscription made is deleted instead: only what was finalized can be void. */
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
    const now = await request(stripe.invoices.retrieve(id));
    if (now.status !== 'void') throw error;
  }
};

export const packInvoices = (stripe: Stripe, prices: PriceCatalog): Packs => ({
  draftPackInvoice: async (key, order) =>
    readInvoice(await draft(stripe, prices, key, order), stripe, prices),
  finalizeInvoice: async (key, id) => readInvoice(await finalize(stripe, key, id), stripe, prices),
  payInvoice: (key, id) => pay(stripe, key, id),
  voidInvoice: (key, id) => voidInvoice(stripe, key, id),
});
