import type { Instant } from '../records.ts';
import { renewPeriod } from './periods.ts';
import { applyPending } from './plan-change.ts';
import { followedBy, unchanged, withAccount, type BillingState, type Outcome } from './state.ts';

/**
 * The till says that the subscription's next period is paid: it is renewed, and what was pending is in force. Told
 * again, or late, it changes nothing.
 * @param period what was paid for.
 */
export const renewPaid = (
  state: BillingState,
  period: { startAt: Instant; endAt: Instant },
  now: Instant,
): Outcome => {
  const { account } = state;
  if (account.paidUntilAt !== undefined && account.paidUntilAt >= period.endAt) return unchanged(state);
  const paid = unchanged(withAccount(state, { paidUntilAt: period.endAt }));
  return account.pending
    ? followedBy(paid, (current) => applyPending(current, now))
    : followedBy(paid, (current) => renewPeriod(current, 'core', period.startAt, now));
};
