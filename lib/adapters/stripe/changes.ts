import type Stripe from 'stripe';
import { unpaidStatuses } from '../../domain/billing/till.ts';
import { CardDeclined, type Till } from '../../ports/till.ts';
import { ask, find } from './errors.ts';
import { declineOf, withPayment } from './invoices.ts';
import { voidInvoice } from './packs.ts';
import { idOf, type PriceBook } from './prices.ts';
import { followSubscription, releaseSchedule, scheduleNext } from './schedules.ts';
import { itemOf, toSubscription } from './subscriptions.ts';

type Changes = Pick<
  Till,
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
  const invoice = await ask(stripe.invoices.retrieve(invoiceId, withPayment));
  if (invoice.status === 'paid') return undefined;
  try {
    await voidInvoice(stripe, `${key}:void`, invoiceId);
  } catch (error) {
    const now = await ask(stripe.invoices.retrieve(invoiceId));
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
  const { id } = itemOf(await ask(stripe.subscriptions.retrieve(subscriptionId)));
  // Stripe takes nothing else beside a pending update, not even whether somebody is there to authenticate.
  const order: Stripe.SubscriptionUpdateParams = {
    items: [{ id, quantity }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  };
  const updated = await ask(stripe.subscriptions.update(subscriptionId, order, { idempotencyKey: key }));
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
  const { schedule } = await ask(stripe.subscriptions.retrieve(subscriptionId));
  if (schedule !== null) await releaseSchedule(stripe, `${key}:release`, idOf(schedule));
  const order: Stripe.SubscriptionUpdateParams = { cancel_at_period_end: cancels };
  await ask(stripe.subscriptions.update(subscriptionId, order, { idempotencyKey: key }));
};

const cancelNow = async (stripe: Stripe, key: string, subscriptionId: string): Promise<void> => {
  // It carries no key: what is over cannot be ended again.
  await find(stripe.subscriptions.cancel(subscriptionId, { invoice_now: false, prorate: false }));
  for (const status of unpaidStatuses) {
    const list: Stripe.InvoiceListParams = { subscription: subscriptionId, status, limit: 100 };
    const { data } = await ask(stripe.invoices.list(list));
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
  prices: PriceBook,
  key: string,
  subscriptionId: string,
  promotionId: string,
): Promise<void> => {
  const subscription = await ask(stripe.subscriptions.retrieve(subscriptionId, { expand: ['discounts'] }));
  if (!promotionsOf(subscription).includes(promotionId)) {
    const order: Stripe.SubscriptionUpdateParams = { discounts: [{ promotion_code: promotionId }] };
    await ask(stripe.subscriptions.update(subscriptionId, order, { idempotencyKey: key }));
  }
  await followSubscription(stripe, prices, key, subscriptionId);
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
  const { default_payment_method: own } = await ask(stripe.subscriptions.retrieve(subscriptionId));
  if (own === null) return;
  const settings: Stripe.CustomerUpdateParams = { invoice_settings: { default_payment_method: idOf(own) } };
  await ask(
    stripe.customers.update(customerId, settings, { idempotencyKey: `${key}:customer:${idOf(own)}` }),
  );
  const letGo: Stripe.SubscriptionUpdateParams = { default_payment_method: '' };
  const idempotencyKey = `${key}:subscription:${idOf(own)}`;
  await ask(stripe.subscriptions.update(subscriptionId, letGo, { idempotencyKey }));
};

export const stripeChanges = (stripe: Stripe, prices: PriceBook): Changes => ({
  scheduleNext: (key, id, next) => scheduleNext(stripe, prices, key, id, next),
  releaseSchedule: (key, id) => releaseSchedule(stripe, key, id),
  cancelAtPeriodEnd: (key, id, cancels) => cancelAtPeriodEnd(stripe, key, id, cancels),
  cancelNow: (key, id) => cancelNow(stripe, key, id),
  raiseQuantity: (key, id, quantity) => raiseQuantity(stripe, key, id, quantity),
  applyPromotion: (key, id, promotion) => applyPromotion(stripe, prices, key, id, promotion),
  adoptPaymentMethod: (key, customer, id) => adoptPaymentMethod(stripe, key, customer, id),

  async setNextQuantity(key, subscriptionId, { price, quantity }) {
    const { id } = itemOf(await ask(stripe.subscriptions.retrieve(subscriptionId)));
    const sold = await prices.sold(price);
    const order: Stripe.SubscriptionUpdateParams = {
      items: [{ id, price: sold.id, quantity }],
      proration_behavior: 'none',
    };
    await ask(stripe.subscriptions.update(subscriptionId, order, { idempotencyKey: key }));
  },

  async startAddon(key, { accountId, customerId, price, quantity }) {
    const sold = await prices.sold(price);
    const order: Stripe.SubscriptionCreateParams = {
      customer: customerId,
      items: [{ price: sold.id, quantity }],
      payment_behavior: 'error_if_incomplete',
      off_session: true,
      metadata: { accountId, kind: 'addon' },
    };
    const started = await ask(stripe.subscriptions.create(order, { idempotencyKey: key }));
    return toSubscription(started, prices.nameOf);
  },
});
