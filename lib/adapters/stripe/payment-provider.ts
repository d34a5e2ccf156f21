import type Stripe from 'stripe';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import { subscriptionChanges } from './subscription-changes.ts';
import { stripeCheckouts, type StripeConfig } from './checkouts.ts';
import { packInvoices } from './pack-invoices.ts';
import { priceCatalog } from './prices.ts';
import { stripeReader } from './reader.ts';

export type { StripeConfig } from './checkouts.ts';

/** Stripe as the till. Our keys are its idempotency keys; a call that is several there derives one for each. */
export const stripePaymentProvider = (stripe: Stripe, config: StripeConfig): PaymentProvider => {
  const prices = priceCatalog(stripe);
  return {
    ...stripeReader(stripe, prices),
    ...stripeCheckouts(stripe, prices, config),
    ...subscriptionChanges(stripe, prices),
    ...packInvoices(stripe, prices),
  };
};
