import type { Period } from '../credits/calendar.ts';
import type { Instant, Subscription } from '../records.ts';
import { renewPeriod } from '../credits/credit-periods.ts';
import { applyPlanChange } from './plan-change.ts';
import {
  andThen,
  noChange,
  withAccount,
  type BillingState,
  type BillingOutcome,
} from '../accounts/billing-state.ts';

const isSameTerms = (a: Subscription, b: Subscription): boolean =>
  a.plan === b.plan && a.interval === b.interval && a.licenses === b.licenses;

/**
 * The till renewed something else than was wanted: a change was undone, or chosen, too late for it. What was paid is
 * given; what was wanted waits for the next renewal.
 */
const renewAs = (
  state: BillingState,
  sold: Subscription,
  period: { startAt: Instant; endAt: Instant },
  now: Instant,
): BillingOutcome => {
  const { pending, ...account } = state.account;
  const wanted = pending && { ...pending, effectiveAt: period.endAt };
  const renewed = isSameTerms(sold, account)
    ? renewPeriod({ ...state, account }, { pool: 'core', at: period.startAt }, now)
    : applyPlanChange(
        withAccount(state, { pending: { ...sold, effectiveAt: period.startAt } }),
        now,
        period.startAt,
      );
  const isWanted = wanted && !isSameTerms(wanted, renewed.state.account);
  return { ...renewed, state: withAccount(renewed.state, { pending: isWanted ? wanted : undefined }) };
};

/**
 * The till says that a period of the subscription is paid: it is renewed, and what was pending for it is in force. Told
 * again, after a later period was paid, or after the subscription ended, it changes nothing.
 * @param period what was paid for.
 * @param sold what the invoice was for, where the till says: what is paid is what is given.
 */
export const renewPaidSubscription = (
  state: BillingState,
  { period, sold }: { period: Period; sold?: Subscription | undefined },
  now: Instant,
): BillingOutcome => {
  const { renewedBy, paidUntilAt, endsAt, pending } = state.account;
  if (renewedBy !== 'invoice') return noChange(state);
  if (paidUntilAt !== undefined && paidUntilAt >= period.endAt) return noChange(state);
  // What is paid is given, also when auto-renew was switched off before the payment was heard of.
  const paidToTheEnd = endsAt !== undefined && endsAt < period.endAt && { endsAt: period.endAt };
  const paid = noChange(withAccount(state, { paidUntilAt: period.endAt, ...paidToTheEnd }));
  const isDue = pending !== undefined && pending.effectiveAt <= period.startAt;
  return andThen(paid, (current) => {
    const wanted = isDue ? pending : undefined;
    if (sold && !isSameTerms(sold, wanted ?? current.account)) return renewAs(current, sold, period, now);
    return wanted
      ? applyPlanChange(current, now, period.startAt)
      : renewPeriod(current, { pool: 'core', at: period.startAt }, now);
  });
};
