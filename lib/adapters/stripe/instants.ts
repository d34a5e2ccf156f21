import type { Instant } from '../../domain/records.ts';

/** Stripe counts whole seconds since the epoch. */
export const instant = (seconds: number): Instant => new Date(seconds * 1000).toISOString();
