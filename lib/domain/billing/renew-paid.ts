import type { Instant } from '../records.ts';
import { renewPeriod } from './periods.ts';
import { applyPending } from './plan-change.ts';
import { followedBy, unchanged, withAccount, type BillingState, type Outcome } from './state.ts';

/**
 * The till says that a period of the subscription is paid: it is renewed, and what was pending for it is in force. Told
 * again, after a later period was paid, or after the subscription ended, it changes nothing.
 * @param period what was paid for.
 */
export const renewPaid = (
  state: BillingState,
  period: { startAt: Instant; endAt: Instant },
  now: Instant,
): Outcome => {
  const { renewedBy, paidUntilAt, endsAt, pending } = state.account;
  if (renewedBy !== 'invoice') return unchanged(state);
  if (paidUntilAt !== undefined && paidUntilAt >= period.endAt) return unchanged(state);
  // What is paid is given, also when auto-renew was switched off before the payment was heard of.
  const paidToTheEnd = endsAt !== undefined && endsAt < period.endAt && { endsAt: period.endAt };
  const paid = unchanged(withAccount(state, { paidUntilAt: period.endAt, ...paidToTheEnd }));
  const isDue = pending !== undefined && pending.effectiveAt <= period.startAt;
  return followedBy(paid, (current) =>
    isDue ? applyPending(current, now, period.startAt) : renewPeriod(current, 'core', period.startAt, now),
  );
};
