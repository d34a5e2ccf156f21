import type { Account, Instant } from '../records.ts';
import { startPeriod } from './periods.ts';
import { subscriptionOf } from './plan-view.ts';
import { retentionOfPlan } from './retention.ts';
import { followedBy, withAccount, type BillingState, type Note, type Outcome } from './state.ts';

/** What a paid subscription leaves behind when it is over: nothing is pending, cancelled, unpaid or recharged any more. */
const withoutSubscription: Partial<Account> = {
  licenses: undefined,
  renewedBy: 'schedule',
  paidUntilAt: undefined,
  endsAt: undefined,
  yearlyFromAt: undefined,
  pending: undefined,
  agreedCredits: undefined,
  sastAddon: undefined,
  unpaidInvoices: [],
};

/**
 * The paid plan is over and the organization is Free from then on: credits, retention and gates follow at once, periods
 * count from where the subscription ended, the SAST add-on ends with it. Bought credits stay (billing.md, "Choices").
 * @param at when it ended; said by the till, or by the account itself.
 */
export const endPlan = (state: BillingState, now: Instant, at = state.account.endsAt ?? now): Outcome => {
  const { account, pools } = state;
  if (account.plan === 'Free')
    return { state: withAccount(state, withoutSubscription), entries: [], notes: [] };
  const free = withAccount(state, {
    ...withoutSubscription,
    plan: 'Free',
    interval: 'month',
    ...retentionOfPlan('Free'),
  });
  const core = startPeriod(free, 'core', at, now);
  const note: Note = {
    action: 'plan.ended',
    cause: core.state.pools.core.periodStartAt,
    before: { ...subscriptionOf(account) },
    after: { plan: 'Free' },
  };
  const ended = { ...core, notes: [note] };
  const hadSast = account.sastAddon !== undefined || pools.sast.included > 0;
  return hadSast ? followedBy(ended, (current) => startPeriod(current, 'sast', at, now)) : ended;
};
