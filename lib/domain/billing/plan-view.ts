import type { Account, Subscription } from '../records.ts';

/** A subscription as it is told of: in the audit log, and in what is pending. */
export const subscriptionOf = ({ plan, interval, licenses }: Subscription | Account): Subscription => ({
  plan,
  interval,
  ...(licenses !== undefined && { licenses }),
});
