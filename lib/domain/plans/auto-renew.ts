import { Problem } from '../problem.ts';
import type { Instant } from '../records.ts';
import { nextRenewalAt } from './subscription-period.ts';
import { upcomingPlanChange } from './plan-change.ts';
import { withAccount, noChange, type BillingState, type BillingOutcome } from '../accounts/billing-state.ts';

/**
 * Off: the paid plan ends with the period that is paid, and a pending change with it, as there is no renewal to apply
 * it at; one whose renewal only waits to be paid stays. On: it renews.
 * @throws Problem conflict on Free, which renews by itself.
 */
export const setAutoRenew = (
  state: BillingState,
  { enabled, cause }: { enabled: boolean; cause: string },
  now: Instant,
): BillingOutcome => {
  const { account } = state;
  if (account.plan === 'Free')
    throw new Problem('conflict', { detail: 'Free renews by itself; there is no paid subscription.' });
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
