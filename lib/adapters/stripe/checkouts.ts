import type Stripe from 'stripe';
import { priceOfPack, priceOfPlan } from '@scangate/domain/plans/prices';
import { PaymentProviderRefused, type PaymentProvider } from '#ports/payment-provider.ts';
import { request } from './errors.ts';
import type { PriceCatalog } from './prices.ts';
import { toCheckout, toCustomer } from './subscriptions.ts';

export interface StripeConfig {
  /** Where people come back to; told by its query what became of it. */
  returnUrl: string;
}

type Checkouts = Pick<
  PaymentProvider,
  'createCustomer' | 'openPlanCheckout' | 'openPackCheckout' | 'expireCheckout' | 'openPortal'
>;
type PlanCheckout = Parameters<PaymentProvider['openPlanCheckout']>[1];
type PackCheckout = Parameters<PaymentProvider['openPackCheckout']>[1];
type SessionOrder = Stripe.Checkout.SessionCreateParams;

/** Marks what `stripe:setup` made for us. */
export const portalMetadata = { key: 'scangate', value: 'payment-method-only' } as const;

/** With a card alone, whose charge is decided at once; open for a day, which is Stripe's own default. */
const sessionOrder = (returnUrl: string, customer: string): SessionOrder => {
  const back = (checkout: string) => {
    const url = new URL(returnUrl);
    url.searchParams.set('checkout', checkout);
    return url.href;
  };
  return {
    customer,
    allowed_payment_method_types: ['card'],
    success_url: back('success'),
    cancel_url: back('cancelled'),
  };
};

const planOrder = async (
  prices: PriceCatalog,
  { returnUrl }: StripeConfig,
  { accountId, customerId, promotionId, ...order }: PlanCheckout,
): Promise<SessionOrder> => {
  const { price, quantity } = priceOfPlan(order);
  const sold = await prices.currentPrice(price);
  const { plan, interval } = order;
  return {
    ...sessionOrder(returnUrl, customerId),
    mode: 'subscription',
    line_items: [{ price: sold.id, quantity }],
    // No other than the one that was asked for: a code typed there would be nobody's decision.
    ...(promotionId !== undefined && { discounts: [{ promotion_code: promotionId }] }),
    metadata: { accountId, kind: 'plan', plan, interval, quantity: String(quantity) },
    subscription_data: { metadata: { accountId, kind: 'plan' } },
  };
};

/** It takes no codes: a discount of everything must not make packs free. */
const packOrder = async (
  prices: PriceCatalog,
  { returnUrl }: StripeConfig,
  { accountId, customerId, pack }: PackCheckout,
): Promise<SessionOrder> => {
  const sold = await prices.currentPrice(priceOfPack(pack));
  const metadata = { accountId, kind: 'pack', pack };
  return {
    ...sessionOrder(returnUrl, customerId),
    mode: 'payment',
    line_items: [{ price: sold.id, quantity: 1 }],
    metadata,
    invoice_creation: { enabled: true, invoice_data: { metadata } },
    payment_intent_data: { metadata },
  };
};

/** @throws TillRefused when it was paid: whoever wants it gone has to hear that. */
const expire = async (stripe: Stripe, key: string, sessionId: string): Promise<void> => {
  try {
    await request(stripe.checkout.sessions.expire(sessionId, {}, { idempotencyKey: key }));
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused)) throw error;
    const { status } = await request(stripe.checkout.sessions.retrieve(sessionId));
    if (status === 'complete')
      throw new PaymentProviderRefused('checkout_complete', 'the checkout was completed');
    if (status !== 'expired') throw error;
  }
};

/** The portal that lets people change their card and nothing else: what is bought is decided here. */
const portalConfiguration = async (stripe: Stripe): Promise<string> => {
  const { data } = await request(stripe.billingPortal.configurations.list({ active: true, limit: 100 }));
  const ours = data.find(({ metadata }) => metadata?.[portalMetadata.key] === portalMetadata.value);
  if (ours) return ours.id;
  throw new PaymentProviderRefused('portal_missing', 'the till has no portal of ours: run stripe:setup');
};

export const stripeCheckouts = (stripe: Stripe, prices: PriceCatalog, config: StripeConfig): Checkouts => ({
  async createCustomer(key, { accountId, name }) {
    const order = { name, metadata: { accountId } };
    const customer = toCustomer(await request(stripe.customers.create(order, { idempotencyKey: key })));
    if (!customer) throw new Error('a customer that was made is not there');
    return customer;
  },
  async openPlanCheckout(key, order) {
    const session = await planOrder(prices, config, order);
    return toCheckout(await request(stripe.checkout.sessions.create(session, { idempotencyKey: key })));
  },
  async openPackCheckout(key, order) {
    const session = await packOrder(prices, config, order);
    return toCheckout(await request(stripe.checkout.sessions.create(session, { idempotencyKey: key })));
  },
  expireCheckout: (key, sessionId) => expire(stripe, key, sessionId),
  async openPortal(key, customer) {
    const order = {
      customer,
      configuration: await portalConfiguration(stripe),
      return_url: config.returnUrl,
    };
    const { url } = await request(stripe.billingPortal.sessions.create(order, { idempotencyKey: key }));
    return { url };
  },
});
