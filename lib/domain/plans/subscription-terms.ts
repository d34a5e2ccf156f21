import type { Account, Subscription } from '../records.ts';

/** The bare terms of a subscription, as audit events and pending changes hold them. */
export const subscriptionTerms = ({ plan, interval, licenses }: Subscription | Account): Subscription => ({
  plan,
  interval,
  ...(licenses !== undefined && { licenses }),
});

/** Returns whether two subscriptions have the same plan, interval and licenses. */
export const isSameTerms = (a: Subscription, b: Subscription): boolean =>
  a.plan === b.plan && a.interval === b.interval && a.licenses === b.licenses;
