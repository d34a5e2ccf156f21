import { Problem } from '../problem.ts';
import type { Instant } from '../records.ts';
import { nextRenewalAt } from './subscription-period.ts';
import { upcomingPlanChange } from './plan-change.ts';
import { withAccount, noChange, type BillingState, type BillingOutcome } from '../accounts/billing-state.ts';

/**
 * Sets auto-renew. When it is switched off, the paid plan ends with its paid period, and a pending change is
 * dropped, since there is no renewal; a change whose renewal is due and unpaid stays. When it is switched on, the
 * plan renews.
 * @throws Problem conflict on Free, which has nothing to renew.
 */
export const setAutoRenew = (
  state: BillingState,
  { enabled, cause }: { enabled: boolean; cause: string },
  now: Instant,
): BillingOutcome => {
  const { account } = state;
  if (account.plan === 'Free')
    throw new Problem('conflict', { detail: 'Free has no paid subscription to renew.' });
  if (enabled === (account.endsAt === undefined)) return noChange(state);
  const dropped = enabled ? undefined : upcomingPlanChange(account, now);
  const after = enabled
    ? { endsAt: undefined }
    : { endsAt: nextRenewalAt(state, now), ...(dropped && { pending: undefined }) };
  return {
    state: withAccount(state, after),
    entries: [],
    auditNotes: [
      {
        action: 'auto_renew.changed',
        cause,
        before: { autoRenew: !enabled, ...(dropped && { pending: dropped }) },
        after: { autoRenew: enabled, ...(after.endsAt !== undefined && { endsAt: after.endsAt }) },
      },
    ],
  };
};
