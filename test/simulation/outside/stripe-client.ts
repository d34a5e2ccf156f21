import type { Stripe } from 'stripe';
import { currentSurroundings } from './surroundings.ts';

/** Stands in for lib/adapters/stripe/client.ts. */
export const stripeClient = (): Stripe => currentSurroundings().stripe.client();
