import type Stripe from 'stripe';
import {
  PaymentProviderRefused,
  type InvoicePreview,
  type PaymentReader,
  type PreviewedOrder,
} from '#ports/payment-provider.ts';
import { request } from './errors.ts';
import { toInstant } from './instants.ts';
import type { StripeContext } from './schedules.ts';
import { itemOf } from './subscriptions.ts';
import { taxedAs, taxParams } from './taxes.ts';

type PreviewParams = Stripe.InvoiceCreatePreviewParams;

/** Whether there is no next invoice, because the subscription ends with its period. */
const hasNoNext = (error: unknown): boolean =>
  error instanceof PaymentProviderRefused &&
  ['invoice_upcoming_none', 'resource_missing'].includes(error.code);

const sumOf = (amounts: readonly { amount: number }[] | null | undefined): number =>
  (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** Returns the lines of a preview, followed by the other parts of the amount due: their sum is the amount due. */
const toPreview = (invoice: Stripe.Invoice): InvoicePreview => {
  const { lines, total, amount_due: amountDue, currency } = invoice;
  const billed = lines.data.map(({ description, amount }) => ({ description: description ?? '', amount }));
  const discount = -sumOf(invoice.total_discount_amounts);
  const tax = total - discount - sumOf(billed);
  const balance = amountDue - total;
  return {
    amountDue,
    currency,
    lines: [
      ...billed,
      ...(discount === 0 ? [] : [{ description: 'Discount', amount: discount }]),
      ...(tax === 0 ? [] : [{ description: 'Tax', amount: tax }]),
      ...(balance === 0 ? [] : [{ description: 'Balance of the customer', amount: balance }]),
    ],
  };
};

/** The change of an existing subscription: billed at once with its proration, or from the next period on. */
const ofSubscription = async (
  { stripe, prices, automaticTax }: StripeContext,
  { subscriptionId = '', price, quantity, bills }: PreviewedOrder,
): Promise<PreviewParams> => {
  const subscription = await request(stripe.subscriptions.retrieve(subscriptionId));
  const item = itemOf(subscription);
  const isSame = (await prices.nameOf(item.price)) === price;
  // An older price of the same name is kept.
  const { id } = isSame ? item.price : await prices.currentPrice(price);
  return {
    subscription: subscriptionId,
    ...taxParams(automaticTax),
    subscription_details: {
      items: [{ id: item.id, price: id, quantity }],
      proration_behavior: bills === 'now' ? 'always_invoice' : 'none',
      ...(subscription.cancel_at_period_end && { cancel_at_period_end: false }),
    },
  };
};

/** Previews a first subscription, or a pack, whose invoice has no pending items and no discount of the customer. */
const ofNew = async (
  { stripe, prices, automaticTax }: StripeContext,
  { customerId, price, quantity, promotionId }: PreviewedOrder,
): Promise<PreviewParams> => {
  const { id, currency } = await prices.currentPrice(price);
  const taxes = taxParams(automaticTax);
  if (price.startsWith('pack_')) {
    const taxed = automaticTax && customerId !== undefined && (await taxedAs(stripe, customerId));
    return { currency, ...taxes, ...taxed, invoice_items: [{ price: id, quantity }] };
  }
  return {
    ...(customerId === undefined ? { currency } : { customer: customerId }),
    ...taxes,
    subscription_details: { items: [{ price: id, quantity }] },
    ...(promotionId !== undefined && { discounts: [{ promotion_code: promotionId }] }),
  };
};

export const stripePreviews = (context: StripeContext): Pick<PaymentReader, 'preview' | 'previewOrder'> => {
  const { stripe, automaticTax } = context;
  return {
    async preview(subscription) {
      try {
        const next = await request(
          stripe.invoices.createPreview({ subscription, ...taxParams(automaticTax) }),
        );
        return { ...toPreview(next), at: toInstant(next.period_end) };
      } catch (error) {
        if (hasNoNext(error)) return undefined;
        throw error;
      }
    },
    async previewOrder(order) {
      const isChange = order.subscriptionId !== undefined;
      const params = isChange ? await ofSubscription(context, order) : await ofNew(context, order);
      return toPreview(await request(stripe.invoices.createPreview(params)));
    },
  };
};
