import { andThen, noChange, type BillingOutcome, type BillingState } from '../accounts/billing-state.ts';
import { setAutoRenew } from '../plans/auto-renew.ts';
import { planAt } from '../plans/entitlements.ts';
import { cancelSastAddon, resumeSastAddon } from '../plans/sast-addon.ts';
import type { Account, Instant } from '../records.ts';
import type { StoppedRenewal } from './offboarding-records.ts';

type Renewing = Pick<Account, 'plan' | 'endsAt' | 'renewedBy' | 'sastAddon'>;

/** The renewals for which the payment provider would charge. */
export const paidRenewals = ({ plan, endsAt, renewedBy, sastAddon }: Renewing): StoppedRenewal[] => {
  if (renewedBy !== 'invoice') return [];
  return [
    ...(plan !== 'Free' && endsAt === undefined ? (['subscription'] as const) : []),
    ...(sastAddon && sastAddon.cancelsAt === undefined ? (['sast_addon'] as const) : []),
  ];
};

/** Stops renewals while an organization is closing. */
export const stopRenewals = (state: BillingState, cause: string, now: Instant): BillingOutcome => {
  const renewals = paidRenewals(state.account);
  const start = noChange(state);
  const plan = renewals.includes('subscription')
    ? andThen(start, (next) => setAutoRenew(next, { enabled: false, cause }, now))
    : start;
  return renewals.includes('sast_addon') ? andThen(plan, (next) => cancelSastAddon(next, cause, now)) : plan;
};

/** Resumes the stopped renewals, as far as they have not ended meanwhile. */
export const resumeRenewals = (
  state: BillingState,
  { stopped, cause }: { stopped: readonly StoppedRenewal[]; cause: string },
  now: Instant,
): BillingOutcome => {
  const { account } = state;
  const start = noChange(state);
  const canRenew = stopped.includes('subscription') && planAt(account, now) !== 'Free';
  const plan = canRenew ? andThen(start, (next) => setAutoRenew(next, { enabled: true, cause }, now)) : start;
  const { cancelsAt } = plan.state.account.sastAddon ?? {};
  const canResume = stopped.includes('sast_addon') && cancelsAt !== undefined && cancelsAt > now;
  return canResume ? andThen(plan, (next) => resumeSastAddon(next, cause)) : plan;
};
