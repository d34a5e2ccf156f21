import { Stripe } from 'stripe';
import { priceNames, type PriceName } from '@scangate/domain/plans/price-names';
import { offers, productsOnSale, type Offer, type Product } from './catalog.ts';
import { portalMetadata } from './checkouts.ts';
import { request, find } from './errors.ts';
import { priceNameKey } from './prices.ts';

/** The events that the webhook receives. */
export const webhookEvents = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.refunded',
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.resumed',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.finalized',
  'invoice.marked_uncollectible',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.updated',
  'invoice.voided',
  'payment_method.attached',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'subscription_schedule.aborted',
  'subscription_schedule.canceled',
  'subscription_schedule.completed',
  'subscription_schedule.released',
  'subscription_schedule.updated',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

export interface SetupOptions {
  currency: string;
  /** Amounts in place of the examples. */
  amounts?: Partial<Record<PriceName, number>>;
  /** The address of the service's webhook; without it no webhook endpoint is created. */
  webhookUrl?: string;
}

export interface SetupResult {
  /** A line for each thing that was created or changed; empty when nothing was missing. */
  done: string[];
  /** The secret of a webhook endpoint that was just created: Stripe shows it once. */
  webhookSecret?: string;
}

const ensureProduct = async (stripe: Stripe, { id, name }: Product): Promise<string[]> => {
  if (await find(stripe.products.retrieve(id))) return [];
  await request(stripe.products.create({ id, name }));
  return [`product ${id}`];
};

interface WantedPrice {
  name: PriceName;
  offer: Offer;
  amount: number;
  currency: string;
}

/** A new price takes over the lookup key. Subscriptions keep the old price, which is named in its metadata. */
const ensurePrice = async (
  stripe: Stripe,
  known: Stripe.Price | undefined,
  { name, offer, amount, currency }: WantedPrice,
): Promise<string[]> => {
  if (known && !known.metadata[priceNameKey]) {
    await request(stripe.prices.update(known.id, { metadata: { [priceNameKey]: name } }));
  }
  if (known?.unit_amount === amount && known.currency === currency) return [];
  await request(
    stripe.prices.create({
      product: offer.product.id,
      currency,
      unit_amount: amount,
      nickname: offer.nickname,
      lookup_key: name,
      transfer_lookup_key: true,
      metadata: { [priceNameKey]: name },
      ...(offer.interval && { recurring: { interval: offer.interval } }),
    }),
  );
  return [`price ${name}: ${amount} ${currency}`];
};

const ensurePortal = async (stripe: Stripe): Promise<string[]> => {
  const { data } = await request(stripe.billingPortal.configurations.list({ active: true, limit: 100 }));
  if (data.some(({ metadata }) => metadata?.[portalMetadata.key] === portalMetadata.value)) return [];
  await request(
    stripe.billingPortal.configurations.create({
      features: {
        payment_method_update: { enabled: true },
        customer_update: { enabled: false },
        invoice_history: { enabled: false },
        subscription_cancel: { enabled: false },
        subscription_update: { enabled: false },
      },
      metadata: { [portalMetadata.key]: portalMetadata.value },
    }),
  );
  return ['portal that changes only the card'];
};

const hasAllEvents = (enabled: readonly string[]): boolean =>
  enabled.includes('*') || webhookEvents.every((event) => enabled.includes(event));

const ensureWebhook = async (stripe: Stripe, url: string): Promise<SetupResult> => {
  const { data } = await request(stripe.webhookEndpoints.list({ limit: 100 }));
  const known = data.find((endpoint) => endpoint.url === url);
  const enabled_events = [...webhookEvents];
  if (!known) {
    const made = await request(
      stripe.webhookEndpoints.create({ url, enabled_events, api_version: Stripe.API_VERSION }),
    );
    return { done: [`webhook ${url}`], ...(made.secret && { webhookSecret: made.secret }) };
  }
  if (hasAllEvents(known.enabled_events) && known.status === 'enabled') return { done: [] };
  await request(stripe.webhookEndpoints.update(known.id, { enabled_events, disabled: false }));
  return { done: [`webhook ${url}: events`] };
};

/** Creates the products, prices, portal and webhook endpoint that are missing. A second run does nothing. */
export const setUpStripe = async (
  stripe: Stripe,
  { currency, amounts = {}, webhookUrl }: SetupOptions,
): Promise<SetupResult> => {
  const done: string[] = [];
  for (const product of productsOnSale) done.push(...(await ensureProduct(stripe, product)));
  const listed = await request(stripe.prices.list({ lookup_keys: [...priceNames], limit: 100 }));
  for (const name of priceNames) {
    const known = listed.data.find((price) => price.lookup_key === name && price.active);
    const offer = offers[name];
    const order = { name, offer, amount: amounts[name] ?? offer.amount, currency };
    done.push(...(await ensurePrice(stripe, known, order)));
  }
  done.push(...(await ensurePortal(stripe)));
  const webhook = webhookUrl === undefined ? { done: [] } : await ensureWebhook(stripe, webhookUrl);
  return { ...webhook, done: [...done, ...webhook.done] };
};
