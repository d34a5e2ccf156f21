import type { Period } from '../calendar.ts';
import type { Instant, Subscription } from '../records.ts';
import { renewPeriod } from '../credits/refill/refill-periods.ts';
import { applyPlanChange } from './plan-change.ts';
import { isSameTerms } from './subscription-terms.ts';
import {
  andThen,
  noChange,
  withAccount,
  type BillingState,
  type BillingOutcome,
} from '../accounts/billing-state.ts';

/**
 * Renews with other terms than the pending ones, because a change was requested or undone too late for the renewal.
 * The paid terms are granted, and the requested ones wait for the next renewal.
 */
const renewAs = (
  state: BillingState,
  { sold, period }: { sold: Subscription; period: Period },
  now: Instant,
): BillingOutcome => {
  const { pending, ...account } = state.account;
  const requested = pending && { ...pending, effectiveAt: period.endAt };
  const renewed = isSameTerms(sold, account)
    ? renewPeriod({ ...state, account }, { pool: 'core', at: period.startAt }, now)
    : applyPlanChange(
        withAccount(state, { pending: { ...sold, effectiveAt: period.startAt } }),
        now,
        period.startAt,
      );
  const isOpen = requested && !isSameTerms(requested, renewed.state.account);
  return { ...renewed, state: withAccount(renewed.state, { pending: isOpen ? requested : undefined }) };
};

/**
 * Renews the subscription for a paid period, monthly or yearly, and applies the change that was pending for it.
 * Nothing changes for a payment that was applied before, that is older than the paid period, or that comes after the
 * subscription ended.
 * @param sold the terms on the invoice, if known: they are granted, even if another change was pending.
 */
export const renewPaidSubscription = (
  state: BillingState,
  { period, sold }: { period: Period; sold?: Subscription | undefined },
  now: Instant,
): BillingOutcome => {
  const { renewedBy, paidUntilAt, endsAt, pending } = state.account;
  if (renewedBy !== 'invoice') return noChange(state);
  if (paidUntilAt !== undefined && paidUntilAt >= period.endAt) return noChange(state);
  // A paid period is granted even when auto-renew was switched off before the payment was known.
  const paidToTheEnd = endsAt !== undefined && endsAt < period.endAt && { endsAt: period.endAt };
  const paid = noChange(withAccount(state, { paidUntilAt: period.endAt, ...paidToTheEnd }));
  const isDue = pending !== undefined && pending.effectiveAt <= period.startAt;
  return andThen(paid, (current) => {
    const change = isDue ? pending : undefined;
    if (sold && !isSameTerms(sold, change ?? current.account)) return renewAs(current, { sold, period }, now);
    return change
      ? applyPlanChange(current, now, period.startAt)
      : renewPeriod(current, { pool: 'core', at: period.startAt }, now);
  });
};
