import type { BillingState } from '../accounts/billing-state.ts';
import { monthsBetween, periodAt, type Period } from '../calendar.ts';
import type { Account, Instant } from '../records.ts';

const monthsOf: Record<Account['interval'], number> = { month: 1, year: 12 };

/**
 * Returns the subscription period at an instant, which is paid in advance: one credit period, or twelve on yearly
 * billing.
 */
export const subscriptionPeriod = ({ account, pools }: BillingState, now: Instant): Period => {
  const { anchorAt } = pools.core;
  const { yearlyAnchorAt } = account;
  const offset = yearlyAnchorAt === undefined ? 0 : monthsBetween(anchorAt, yearlyAnchorAt);
  return periodAt(anchorAt, now, {
    months: monthsOf[account.interval],
    offset: account.interval === 'year' ? offset : 0,
  });
};

/** Returns when the subscription renews next, or ends. The instant is in the past while the renewal is unpaid. */
export const renewsAt = (state: BillingState, now: Instant): Instant =>
  state.account.paidUntilAt ?? state.account.endsAt ?? subscriptionPeriod(state, now).endAt;

/** Returns the next renewal at which a change can take effect. A renewal that is due and unpaid is too late for it. */
export const nextRenewalAt = (state: BillingState, now: Instant): Instant => {
  const at = renewsAt(state, now);
  return at > now ? at : subscriptionPeriod(state, now).endAt;
};
