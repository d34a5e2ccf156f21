import type { Account, Instant } from '../records.ts';
import { restartPeriods } from '../credits/refill/refill-periods.ts';
import { subscriptionTerms } from './subscription-terms.ts';
import { defaultRetention } from '../accounts/retention-setting.ts';
import {
  andThen,
  withAccount,
  type BillingState,
  type AuditNote,
  type BillingOutcome,
} from '../accounts/billing-state.ts';

/** The account fields after a paid subscription ended: nothing is pending, canceled or unpaid. */
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
 * Ends the paid plan: the organization is Free, with its credits, retention and billing gates at once. Periods restart at the
 * end of the subscription, and the SAST add-on ends with it. Purchased credits stay
 * (docs/adr/0013-plans-and-capabilities.md).
 * @param at when the plan ended, according to the payment provider or the account.
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
