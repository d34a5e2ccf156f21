import type Stripe from 'stripe';
import { unpaidStatuses } from '@scangate/domain/payments/provider-objects';
import { CardDeclined, type PaymentProvider } from '#ports/payment-provider.ts';
import { find, request } from './errors.ts';
import { declineOf, withPayment } from './invoices.ts';
import { voidInvoice } from './credit-pack-invoices.ts';
import { idOf } from './prices.ts';
import {
  refreshSchedule,
  releaseSchedule,
  scheduleNext,
  type StripeContext,
  type SubscriptionCall,
} from './schedules.ts';
import { taxParams } from './taxes.ts';
import { itemOf, toSubscription } from './subscriptions.ts';

type SubscriptionChanges = Pick<
  PaymentProvider,
  | 'scheduleNext'
  | 'releaseSchedule'
  | 'cancelAtPeriodEnd'
  | 'cancelNow'
  | 'raiseQuantity'
  | 'setNextQuantity'
  | 'startAddon'
  | 'applyPromotion'
  | 'computeTaxes'
  | 'adoptPaymentMethod'
>;

const latestInvoice = ({ latest_invoice: latest }: Stripe.Subscription): string | undefined =>
  latest === null ? undefined : idOf(latest);

/**
 * Withdraws an update whose invoice was not paid: Stripe drops it with the invoice.
 * @returns the decline; undefined when the invoice was paid after all.
 */
const dropUpdate = async (stripe: Stripe, key: string, invoiceId: string): Promise<string | undefined> => {
  const invoice = await request(stripe.invoices.retrieve(invoiceId, withPayment));
  if (invoice.status === 'paid') return undefined;
  try {
    await voidInvoice(stripe, `${key}:void`, invoiceId);
  } catch (error) {
    const current = await request(stripe.invoices.retrieve(invoiceId));
    if (current.status === 'paid') return undefined;
    throw error;
  }
  return declineOf(invoice);
};

const raiseQuantity = async (
  stripe: Stripe,
  { key, subscriptionId }: SubscriptionCall,
  quantity: number,
): Promise<{ invoiceId?: string }> => {
  const { id, quantity: current = 1 } = itemOf(await request(stripe.subscriptions.retrieve(subscriptionId)));
  if (current > quantity) return {};
  // Stripe accepts nothing else in a pending update, not even `off_session`.
  const params: Stripe.SubscriptionUpdateParams = {
    items: [{ id, quantity }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  };
  const updated = await request(stripe.subscriptions.update(subscriptionId, params, { idempotencyKey: key }));
  const invoiceId = latestInvoice(updated);
  if (invoiceId === undefined) return {};
  const declined = updated.pending_update && (await dropUpdate(stripe, key, invoiceId));
  if (declined) throw new CardDeclined(declined);
  return { invoiceId };
};

/** Stripe refuses a cancellation while there is a schedule, so the schedule is released first. */
const cancelAtPeriodEnd = async (
  stripe: Stripe,
  { key, subscriptionId }: SubscriptionCall,
  cancels: boolean,
): Promise<void> => {
  const { schedule } = await request(stripe.subscriptions.retrieve(subscriptionId));
  if (schedule !== null) await releaseSchedule(stripe, `${key}:release`, idOf(schedule));
  const params: Stripe.SubscriptionUpdateParams = { cancel_at_period_end: cancels };
  await request(stripe.subscriptions.update(subscriptionId, params, { idempotencyKey: key }));
};

const cancelNow = async (stripe: Stripe, { key, subscriptionId }: SubscriptionCall): Promise<void> => {
  // This request needs no key: a subscription that has ended cannot end again.
  await find(stripe.subscriptions.cancel(subscriptionId, { invoice_now: false, prorate: false }));
  for (const status of unpaidStatuses) {
    const query: Stripe.InvoiceListParams = { subscription: subscriptionId, status, limit: 100 };
    const { data } = await request(stripe.invoices.list(query));
    for (const { id } of data) await voidInvoice(stripe, `${key}:void:${id}`, id);
  }
};

const promotionsOf = ({ discounts }: Stripe.Subscription): string[] =>
  discounts.flatMap((discount) => {
    const promotion = typeof discount === 'object' ? discount.promotion_code : null;
    return promotion === null ? [] : idOf(promotion);
  });

const applyPromotion = async (
  context: StripeContext,
  call: SubscriptionCall,
  promotionId: string,
): Promise<void> => {
  const { stripe } = context;
  const { key, subscriptionId } = call;
  const subscription = await request(
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['discounts'] }),
  );
  if (!promotionsOf(subscription).includes(promotionId)) {
    const params: Stripe.SubscriptionUpdateParams = { discounts: [{ promotion_code: promotionId }] };
    await request(stripe.subscriptions.update(subscriptionId, params, { idempotencyKey: key }));
  }
  await refreshSchedule(context, call);
};

/** Taxes apply from the next invoice on. The schedule repeats them, or its next phase would end them. */
const computeTaxes = async (context: StripeContext, call: SubscriptionCall): Promise<void> => {
  const { key, subscriptionId } = call;
  const params: Stripe.SubscriptionUpdateParams = { automatic_tax: { enabled: true } };
  await request(context.stripe.subscriptions.update(subscriptionId, params, { idempotencyKey: key }));
  await refreshSchedule(context, call);
};

/**
 * Checkout stores the card only on the subscription. It is set on the customer first, and then removed from the
 * subscription, so that there always is one, and a later change of the customer's card applies to everything.
 */
const adoptPaymentMethod = async (
  stripe: Stripe,
  { key, subscriptionId }: SubscriptionCall,
  customerId: string,
): Promise<void> => {
  const { default_payment_method: own } = await request(stripe.subscriptions.retrieve(subscriptionId));
  if (own === null) return;
  const settings: Stripe.CustomerUpdateParams = { invoice_settings: { default_payment_method: idOf(own) } };
  const customerKey = { idempotencyKey: `${key}:customer:${idOf(own)}` };
  await request(stripe.customers.update(customerId, settings, customerKey));
  const withoutMethod: Stripe.SubscriptionUpdateParams = { default_payment_method: '' };
  const subscriptionKey = { idempotencyKey: `${key}:subscription:${idOf(own)}` };
  await request(stripe.subscriptions.update(subscriptionId, withoutMethod, subscriptionKey));
};

export const subscriptionChanges = (context: StripeContext): SubscriptionChanges => {
  const { stripe, prices, automaticTax } = context;
  return {
    scheduleNext: (key, subscriptionId, next) => scheduleNext(context, { key, subscriptionId }, next),
    releaseSchedule: (key, id) => releaseSchedule(stripe, key, id),
    cancelAtPeriodEnd: (key, subscriptionId, cancels) =>
      cancelAtPeriodEnd(stripe, { key, subscriptionId }, cancels),
    cancelNow: (key, subscriptionId) => cancelNow(stripe, { key, subscriptionId }),
    raiseQuantity: (key, subscriptionId, quantity) =>
      raiseQuantity(stripe, { key, subscriptionId }, quantity),
    applyPromotion: (key, subscriptionId, promotionId) =>
      applyPromotion(context, { key, subscriptionId }, promotionId),
    computeTaxes: (key, subscriptionId) => computeTaxes(context, { key, subscriptionId }),
    adoptPaymentMethod: (key, customerId, subscriptionId) =>
      adoptPaymentMethod(stripe, { key, subscriptionId }, customerId),

    async setNextQuantity(key, subscriptionId, { price, quantity }) {
      const { id } = itemOf(await request(stripe.subscriptions.retrieve(subscriptionId)));
      const { id: priceId } = await prices.currentPrice(price);
      const params: Stripe.SubscriptionUpdateParams = {
        items: [{ id, price: priceId, quantity }],
        proration_behavior: 'none',
      };
      await request(stripe.subscriptions.update(subscriptionId, params, { idempotencyKey: key }));
    },

    async startAddon(key, { accountId, customerId, price, quantity }) {
      const { id: priceId } = await prices.currentPrice(price);
      const params: Stripe.SubscriptionCreateParams = {
        customer: customerId,
        items: [{ price: priceId, quantity }],
        payment_behavior: 'error_if_incomplete',
        off_session: true,
        ...taxParams(automaticTax),
        metadata: { accountId, kind: 'addon' },
      };
      const started = await request(stripe.subscriptions.create(params, { idempotencyKey: key }));
      return toSubscription(started, context);
    },
  };
};
