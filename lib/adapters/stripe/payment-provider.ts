import type Stripe from 'stripe';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import { subscriptionChanges } from './subscription-changes.ts';
import { stripeCheckouts, type StripeConfig } from './checkouts.ts';
import { stripeBillingDetails } from './billing-details.ts';
import { stripeRefunds } from './charges.ts';
import { packInvoices } from './credit-pack-invoices.ts';
import { priceCatalog } from './prices.ts';
import { stripeReader } from './reader.ts';
import { withWellFormedTexts } from './well-formed.ts';

export type { StripeConfig } from './checkouts.ts';

/** Makes Stripe the payment provider. A call that needs several requests derives an idempotency key for each. */
export const stripePaymentProvider = (stripe: Stripe, config: StripeConfig): PaymentProvider => {
  const prices = priceCatalog(stripe);
  const { automaticTax = false } = config;
  const context = { stripe, prices, automaticTax };
  return withWellFormedTexts({
    ...stripeReader(context),
    ...stripeCheckouts(stripe, prices, config),
    ...subscriptionChanges(context),
    ...packInvoices(context),
    ...stripeRefunds(stripe),
    ...stripeBillingDetails(stripe),
  });
};
