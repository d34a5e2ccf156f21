import type Stripe from 'stripe';
import type { Till } from '../../ports/till.ts';
import { stripeChanges } from './changes.ts';
import { stripeCheckouts, type TillConfig } from './checkouts.ts';
import { stripePacks } from './packs.ts';
import { priceBook } from './prices.ts';
import { stripeReader } from './reader.ts';

export type { TillConfig } from './checkouts.ts';

/** Stripe as the till. Our keys are its idempotency keys; a call that is several there derives one for each. */
export const stripeTill = (stripe: Stripe, config: TillConfig): Till => {
  const prices = priceBook(stripe);
  return {
    ...stripeReader(stripe, prices),
    ...stripeCheckouts(stripe, prices, config),
    ...stripeChanges(stripe, prices),
    ...stripePacks(stripe, prices),
  };
};
