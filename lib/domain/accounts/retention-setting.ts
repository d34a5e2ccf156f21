import { defaultRetentionDays, plans } from '../plans/plans.ts';
import { fieldProblem } from '../invalid-field.ts';
import type { Account } from '../records.ts';
import type { PlanName } from '../plans/plan-names.ts';
import { noChange, withAccount, type BillingState, type BillingOutcome } from './billing-state.ts';

/** The default retention of a plan: its maximum, whether that is more or less than before. */
export const defaultRetention = (plan: PlanName): Pick<Account, 'retentionDays' | 'retentionChosen'> => ({
  retentionDays: defaultRetentionDays(plan),
  retentionChosen: undefined,
});

/** Days after which payloads are purged; `null` for never. On a plan without a maximum only a chosen preference counts. */
export const effectiveRetentionDays = (
  account: Pick<Account, 'retentionDays' | 'retentionChosen'>,
  plan: PlanName,
): number | null => {
  const { retentionDays: maxDays } = plans[plan];
  if (maxDays === null) return account.retentionChosen ? account.retentionDays : null;
  return Math.min(account.retentionDays, maxDays);
};

/** Sets how long payloads are kept. @throws Problem retention_over_plan beyond the plan's maximum. */
export const setRetention = (
  state: BillingState,
  { days, plan, cause }: { days: number; plan: PlanName; cause: string },
): BillingOutcome => {
  const { retentionDays: maxDays } = plans[plan];
  if (maxDays !== null && days > maxDays) {
    const detail = `The plan ${plan} keeps payloads for at most ${maxDays} days.`;
    throw fieldProblem('retention_over_plan', '/days', { detail, maxDays });
  }
  if (state.account.retentionChosen && state.account.retentionDays === days) return noChange(state);
  return {
    state: withAccount(state, { retentionDays: days, retentionChosen: true }),
    entries: [],
    auditNotes: [
      {
        action: 'retention.changed',
        cause,
        before: { days: state.account.retentionDays },
        after: { days },
      },
    ],
  };
};
