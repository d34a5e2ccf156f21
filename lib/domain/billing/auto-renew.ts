import { Problem } from '../problem.ts';
import type { Instant } from '../records.ts';
import { nextRenewalAt } from './periods.ts';
import { pendingToCome } from './plan-change.ts';
import { withAccount, unchanged, type BillingState, type Outcome } from './state.ts';

/**
 * Off: the paid plan ends with the period that is paid, and a pending change with it, as there is no renewal to apply
 * it at; one whose renewal only waits to be paid stays. On: it renews.
 * @throws Problem conflict on Free, which renews by itself.
 */
export const setAutoRenew = (state: BillingState, enabled: boolean, cause: string, now: Instant): Outcome => {
  const { account } = state;
  if (account.plan === 'Free')
    throw new Problem('conflict', { detail: 'Free renews by itself; there is no paid subscription.' });
  if (enabled === (account.endsAt === undefined)) return unchanged(state);
  const dropped = enabled ? undefined : pendingToCome(account, now);
  const after = enabled
    ? { endsAt: undefined }
    : { endsAt: nextRenewalAt(state, now), ...(dropped && { pending: undefined }) };
  return {
    state: withAccount(state, after),
    entries: [],
    notes: [
      {
        action: 'auto_renew.changed',
        cause,
        before: { autoRenew: !enabled, ...(dropped && { pending: dropped }) },
        after: { autoRenew: enabled, ...(after.endsAt !== undefined && { endsAt: after.endsAt }) },
      },
    ],
  };
};
