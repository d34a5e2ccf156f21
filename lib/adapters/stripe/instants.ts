import type { Instant } from '@scangate/domain/records';

/** Converts from Stripe's whole seconds since the epoch. */
export const toInstant = (seconds: number): Instant => new Date(seconds * 1000).toISOString();
