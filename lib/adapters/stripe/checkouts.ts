import type Stripe from 'stripe';
import { priceOfPack, priceOfPlan } from '@scangate/domain/plans/price-names';
import { PaymentProviderRefused, type PaymentProvider } from '#ports/payment-provider.ts';
import { find, request } from './errors.ts';
import type { PriceCatalog } from './prices.ts';
import { toCheckout, toCustomer } from './subscriptions.ts';

export interface StripeConfig {
  /** The page that buyers return to. Its query states the outcome. */
  returnUrl: string;
  /** Whether Stripe computes taxes; its checkout then asks for the address and offers a field for the tax id. */
  automaticTax?: boolean;
}

type Checkouts = Pick<
  PaymentProvider,
  | 'createCustomer'
  | 'deleteCustomer'
  | 'openPlanCheckout'
  | 'openPackCheckout'
  | 'expireCheckout'
  | 'openPortal'
>;
type PlanCheckout = Parameters<PaymentProvider['openPlanCheckout']>[1];
type PackCheckout = Parameters<PaymentProvider['openPackCheckout']>[1];
type SessionParams = Stripe.Checkout.SessionCreateParams;

/** The metadata that `stripe:setup` puts on our portal configuration. */
export const portalMetadata = { key: 'scangate', value: 'payment-method-only' } as const;

/** The customer keeps the entered address and tax id, because later invoices are taxed by them. */
const checkoutTaxParams = {
  automatic_tax: { enabled: true },
  tax_id_collection: { enabled: true },
  billing_address_collection: 'required',
  customer_update: { address: 'auto', name: 'auto' },
} as const satisfies SessionParams;

/** Only accepts cards, whose charge is decided at once. A session is open for a day, which is Stripe's default. */
const sessionParams = ({ returnUrl, automaticTax }: StripeConfig, customer: string): SessionParams => {
  const returnTo = (outcome: string) => {
    const url = new URL(returnUrl);
    url.searchParams.set('checkout', outcome);
    return url.href;
  };
  return {
    customer,
    allowed_payment_method_types: ['card'],
    success_url: returnTo('success'),
    cancel_url: returnTo('cancelled'),
    ...(automaticTax && checkoutTaxParams),
  };
};

const planParams = async (
  prices: PriceCatalog,
  config: StripeConfig,
  { accountId, customerId, promotionId, ...order }: PlanCheckout,
): Promise<SessionParams> => {
  const { price, quantity } = priceOfPlan(order);
  const { id } = await prices.currentPrice(price);
  const { plan, interval } = order;
  return {
    ...sessionParams(config, customerId),
    mode: 'subscription',
    line_items: [{ price: id, quantity }],
    // Only the redeemed code applies: Stripe's page must not accept another one.
    ...(promotionId !== undefined && { discounts: [{ promotion_code: promotionId }] }),
    metadata: { accountId, kind: 'plan', plan, interval, quantity: String(quantity) },
    subscription_data: { metadata: { accountId, kind: 'plan' } },
  };
};

/** A pack accepts no codes: a discount of 100 % must not make packs free. */
const packParams = async (
  prices: PriceCatalog,
  config: StripeConfig,
  { accountId, customerId, pack }: PackCheckout,
): Promise<SessionParams> => {
  const { id } = await prices.currentPrice(priceOfPack(pack));
  const metadata = { accountId, kind: 'pack', pack };
  return {
    ...sessionParams(config, customerId),
    mode: 'payment',
    line_items: [{ price: id, quantity: 1 }],
    metadata,
    invoice_creation: { enabled: true, invoice_data: { metadata } },
    payment_intent_data: { metadata },
  };
};

/** @throws PaymentProviderRefused when the session was paid, because then it must not be forgotten. */
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

/** Finds the portal in which customers can only change their card: plans are changed through our API. */
const portalConfiguration = async (stripe: Stripe): Promise<string> => {
  const query = { active: true, limit: 100 };
  const { data } = await request(stripe.billingPortal.configurations.list(query));
  const ours = data.find(({ metadata }) => metadata?.[portalMetadata.key] === portalMetadata.value);
  if (ours) return ours.id;
  throw new PaymentProviderRefused('portal_missing', 'Stripe has no portal of ours: run stripe:setup');
};

export const stripeCheckouts = (stripe: Stripe, prices: PriceCatalog, config: StripeConfig): Checkouts => ({
  async createCustomer(key, { accountId, name }) {
    const params = { name, metadata: { accountId } };
    const created = await request(stripe.customers.create(params, { idempotencyKey: key }));
    const customer = toCustomer(created);
    if (!customer) throw new Error('the created customer does not exist');
    return customer;
  },
  async deleteCustomer(customerId) {
    await find(stripe.customers.del(customerId));
  },
  async openPlanCheckout(key, order) {
    const params = await planParams(prices, config, order);
    return toCheckout(await request(stripe.checkout.sessions.create(params, { idempotencyKey: key })));
  },
  async openPackCheckout(key, order) {
    const params = await packParams(prices, config, order);
    return toCheckout(await request(stripe.checkout.sessions.create(params, { idempotencyKey: key })));
  },
  expireCheckout: (key, sessionId) => expire(stripe, key, sessionId),
  async openPortal(key, customer) {
    const configuration = await portalConfiguration(stripe);
    const params = { customer, configuration, return_url: config.returnUrl };
    const { url } = await request(stripe.billingPortal.sessions.create(params, { idempotencyKey: key }));
    return { url };
  },
});
