import { Problem } from '../problem.ts';
import type { Instant } from '../records.ts';
import { renewsAt } from './periods.ts';
import { withAccount, unchanged, type BillingState, type Outcome } from './state.ts';

/**
 * Off: the paid plan ends with the period that is paid, and a pending change with it, as there is no renewal to apply
 * it at. On: it renews. @throws Problem conflict on Free, which renews by itself.
 */
export const setAutoRenew = (state: BillingState, enabled: boolean, cause: string, now: Instant): Outcome => {
  const { account } = state;
  if (account.plan === 'Free')
    throw new Problem('conflict', { detail: 'Free renews by itself; there is no paid subscription.' });
  if (enabled === (account.endsAt === undefined)) return unchanged(state);
  const after = enabled ? { endsAt: undefined } : { endsAt: renewsAt(state, now), pending: undefined };
  return {
    state: withAccount(state, after),
    entries: [],
    notes: [
      {
        action: 'auto_renew.changed',
        cause,
        before: { autoRenew: !enabled, ...(account.pending && { pending: account.pending }) },
        after: { autoRenew: enabled, ...(after.endsAt !== undefined && { endsAt: after.endsAt }) },
      },
    ],
  };
};
