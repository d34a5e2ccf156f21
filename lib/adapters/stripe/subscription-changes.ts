import type Stripe from 'stripe';
import { unpaidStatuses } from '@scangate/domain/payments/provider-objects';
import { CardDeclined, type PaymentProvider } from '#ports/payment-provider.ts';
import { request, find } from './errors.ts';
import { declineOf, withPayment } from './invoices.ts';
import { voidInvoice } from './pack-invoices.ts';
import { idOf, type PriceCatalog } from './prices.ts';
import { refreshSchedule, releaseSchedule, scheduleNext } from './schedules.ts';
import { itemOf, toSubscription } from './subscriptions.ts';

type Changes = Pick<
  PaymentProvider,
  | 'scheduleNext'
  | 'releaseSchedule'
  | 'cancelAtPeriodEnd'
  | 'cancelNow'
  | 'raiseQuantity'
  | 'setNextQuantity'
  | 'startAddon'
  | 'applyPromotion'
  | 'adoptPaymentMethod'
>;

const latestInvoice = ({ latest_invoice: latest }: Stripe.Subscription): string | undefined =>
  latest === null ? undefined : idOf(latest);

/**
 * Takes back a change whose invoice was not paid: Stripe drops it with the invoice.
 * @returns the decline; undefined when it was paid after all.
 */
const dropUpdate = async (stripe: Stripe, key: string, invoiceId: string): Promise<string | undefined> => {
  const invoice = await request(stripe.invoices.retrieve(invoiceId, withPayment));
  if (invoice.status === 'paid') return undefined;
  try {
    await voidInvoice(stripe, `${key}:void`, invoiceId);
  } catch (error) {
    const now = await request(stripe.invoices.retrieve(invoiceId));
    if (now.status === 'paid') return undefined;
    throw error;
  }
  return declineOf(invoice);
};

const raiseQuantity = async (
  stripe: Stripe,
  key: string,
  subscriptionId: string,
  quantity: number,
): Promise<{ invoiceId?: string }> => {
  const { id } = itemOf(await request(stripe.subscriptions.retrieve(subscriptionId)));
  // Stripe takes nothing else beside a pending update, not even whether somebody is there to authenticate.
  const order: Stripe.SubscriptionUpdateParams = {
    items: [{ id, quantity }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  };
  const updated = await request(stripe.subscriptions.update(subscriptionId, order, { idempotencyKey: key }));
  const invoiceId = latestInvoice(updated);
  if (invoiceId === undefined) return {};
  const declined = updated.pending_update && (await dropUpdate(stripe, key, invoiceId));
  if (declined) throw new CardDeclined(declined);
  return { invoiceId };
};

/** Stripe refuses it beside a schedule. */
const cancelAtPeriodEnd = async (
  stripe: Stripe,
  key: string,
  subscriptionId: string,
  cancels: boolean,
): Promise<void> => {
  const { schedule } = await request(stripe.subscriptions.retrieve(subscriptionId));
  if (schedule !== null) await releaseSchedule(stripe, `${key}:release`, idOf(schedule));
  const order: Stripe.SubscriptionUpdateParams = { cancel_at_period_end: cancels };
  await request(stripe.subscriptions.update(subscriptionId, order, { idempotencyKey: key }));
};

const cancelNow = async (stripe: Stripe, key: string, subscriptionId: string): Promise<void> => {
  // It carries no key: what is over cannot be ended again.
  await find(stripe.subscriptions.cancel(subscriptionId, { invoice_now: false, prorate: false }));
  for (const status of unpaidStatuses) {
    const list: Stripe.InvoiceListParams = { subscription: subscriptionId, status, limit: 100 };
    const { data } = await request(stripe.invoices.list(list));
    for (const { id } of data) await voidInvoice(stripe, `${key}:void:${id}`, id);
  }
};

const promotionsOf = ({ discounts }: Stripe.Subscription): string[] =>
  discounts.flatMap((discount) => {
    const promotion = typeof discount === 'object' ? discount.promotion_code : null;
    return promotion === null ? [] : idOf(promotion);
  });

const applyPromotion = async (
  stripe: Stripe,
  prices: PriceCatalog,
  key: string,
  subscriptionId: string,
  promotionId: string,
): Promise<void> => {
  const subscription = await request(
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['discounts'] }),
  );
  if (!promotionsOf(subscription).includes(promotionId)) {
    const order: Stripe.SubscriptionUpdateParams = { discounts: [{ promotion_code: promotionId }] };
    await request(stripe.subscriptions.update(subscriptionId, order, { idempotencyKey: key }));
  }
  await refreshSchedule(stripe, prices, key, subscriptionId);
};

/**
 * Checkout leaves the card on the subscription alone. The customer gets it first, then the subscription lets go of it,
 * so that there is no moment without one, and a later change of the customer's card is one for everything.
 */
const adoptPaymentMethod = async (
  stripe: Stripe,
  key: string,
  customerId: string,
  subscriptionId: string,
): Promise<void> => {
  const { default_payment_method: own } = await request(stripe.subscriptions.retrieve(subscriptionId));
  if (own === null) return;
  const settings: Stripe.CustomerUpdateParams = { invoice_settings: { default_payment_method: idOf(own) } };
  await request(
    stripe.customers.update(customerId, settings, { idempotencyKey: `${key}:customer:${idOf(own)}` }),
  );
  const letGo: Stripe.SubscriptionUpdateParams = { default_payment_method: '' };
  const idempotencyKey = `${key}:subscription:${idOf(own)}`;
  await request(stripe.subscriptions.update(subscriptionId, letGo, { idempotencyKey }));
};

export const subscriptionChanges = (stripe: Stripe, prices: PriceCatalog): Changes => ({
  scheduleNext: (key, id, next) => scheduleNext(stripe, prices, key, id, next),
  releaseSchedule: (key, id) => releaseSchedule(stripe, key, id),
  cancelAtPeriodEnd: (key, id, cancels) => cancelAtPeriodEnd(stripe, key, id, cancels),
  cancelNow: (key, id) => cancelNow(stripe, key, id),
  raiseQuantity: (key, id, quantity) => raiseQuantity(stripe, key, id, quantity),
  applyPromotion: (key, id, promotion) => applyPromotion(stripe, prices, key, id, promotion),
  adoptPaymentMethod: (key, customer, id) => adoptPaymentMethod(stripe, key, customer, id),

  async setNextQuantity(key, subscriptionId, { price, quantity }) {
    const { id } = itemOf(await request(stripe.subscriptions.retrieve(subscriptionId)));
    const sold = await prices.currentPrice(price);
    const order: Stripe.SubscriptionUpdateParams = {
      items: [{ id, price: sold.id, quantity }],
      proration_behavior: 'none',
    };
    await request(stripe.subscriptions.update(subscriptionId, order, { idempotencyKey: key }));
  },

  async startAddon(key, { accountId, customerId, price, quantity }) {
    const sold = await prices.currentPrice(price);
    const order: Stripe.SubscriptionCreateParams = {
      customer: customerId,
      items: [{ price: sold.id, quantity }],
      payment_behavior: 'error_if_incomplete',
      off_session: true,
      metadata: { accountId, kind: 'addon' },
    };
    const started = await request(stripe.subscriptions.create(order, { idempotencyKey: key }));
    return toSubscription(started, prices.nameOf);
  },
});
