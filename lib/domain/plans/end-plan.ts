import type { Account, Instant } from '../records.ts';
import { restartPeriods } from '../credits/credit-periods.ts';
import { subscriptionTerms } from './subscription-terms.ts';
import { defaultRetention } from '../accounts/payload-retention.ts';
import {
  andThen,
  withAccount,
  type BillingState,
  type AuditNote,
  type BillingOutcome,
} from '../accounts/billing-state.ts';

/** What a paid subscription leaves behind when it is over: nothing is pending, cancelled, unpaid or recharged any more. */
const withoutSubscription: Partial<Account> = {
  licenses: undefined,
  renewedBy: 'schedule',
  paidUntilAt: undefined,
  endsAt: undefined,
  yearlyAnchorAt: undefined,
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
export const endPlan = (
  state: BillingState,
  now: Instant,
  at = state.account.endsAt ?? now,
): BillingOutcome => {
  const { account, pools } = state;
  if (account.plan === 'Free')
    return { state: withAccount(state, withoutSubscription), entries: [], auditNotes: [] };
  const free = withAccount(state, {
    ...withoutSubscription,
    plan: 'Free',
    interval: 'month',
    ...defaultRetention('Free'),
  });
  const core = restartPeriods(free, { pool: 'core', at }, now);
  const note: AuditNote = {
    action: 'plan.ended',
    cause: core.state.pools.core.periodStartAt,
    before: { ...subscriptionTerms(account) },
    after: { plan: 'Free' },
  };
  const ended = { ...core, auditNotes: [note] };
  const hadSast = account.sastAddon !== undefined || pools.sast.included > 0;
  return hadSast ? andThen(ended, (current) => restartPeriods(current, { pool: 'sast', at }, now)) : ended;
};
