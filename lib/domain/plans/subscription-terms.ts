import type { Account, Subscription } from '../records.ts';

/** The terms of a subscription without anything else, as audit events and pending changes hold them. */
export const subscriptionTerms = ({ plan, interval, licenses }: Subscription | Account): Subscription => ({
  plan,
  interval,
  ...(licenses !== undefined && { licenses }),
});

/** Whether two subscriptions have the same plan, interval and licenses. */
export const isSameTerms = (a: Subscription, b: Subscription): boolean =>
  a.plan === b.plan && a.interval === b.interval && a.licenses === b.licenses;
