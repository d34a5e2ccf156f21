import { teamMinimumLicenses } from '../plans.ts';
import { Problem } from '../problem.ts';
import type { Account, Instant, Subscription } from '../records.ts';
import { renewPeriod, renewsAt, startPeriod } from './periods.ts';
import { subscriptionOf } from './plan-view.ts';
import { retentionOfPlan } from './retention.ts';
import { followedBy, withAccount, type BillingState, type Outcome } from './state.ts';

/** @throws Problem validation_failed when plan and licences contradict each other (api.md, "Billing"). */
export const checkSubscription = ({ plan, licenses }: Subscription): void => {
  const refuse = (detail: string): never => {
    throw new Problem('validation_failed', {
      detail,
      errors: [{ pointer: '/licenses', code: 'validation_failed', detail }],
    });
  };
  if (plan === 'Team' && licenses === undefined) refuse('Team needs the number of licences.');
  if (plan === 'Team' && (licenses ?? 0) < teamMinimumLicenses)
    refuse(`Team has at least ${teamMinimumLicenses} licences.`);
  if ((plan === 'Free' || plan === 'Starter') && licenses !== undefined)
    refuse(`${plan} has a fixed number of licences.`);
};

/** The add-on's size goes with the plan: `starter` on Starter, `team` on Team. */
const fittingAddon = (account: Account, plan: Subscription['plan']): Pick<Account, 'sastAddon'> => {
  if (!account.sastAddon || plan === 'Regulated') return { sastAddon: account.sastAddon };
  return { sastAddon: { ...account.sastAddon, size: plan === 'Team' ? 'team' : 'starter' } };
};

/** Another plan, period or number of licences; retention follows the plan when that is another one. */
const withSubscription = (account: Account, to: Subscription): Partial<Account> => ({
  plan: to.plan,
  interval: to.interval,
  licenses: to.licenses,
  ...fittingAddon(account, to.plan),
  ...(to.plan !== account.plan && retentionOfPlan(to.plan)),
});

/**
 * A subscription that is active at once: the first paid period after a checkout, or what an operator sets. Periods
 * count from `at`; unused included credits of the plan before do not carry over, bought ones do.
 */
export const startPlan = (
  state: BillingState,
  to: Subscription,
  terms: Pick<Account, 'renewedBy' | 'paidUntilAt' | 'agreedCredits'>,
  at: Instant,
  now: Instant,
): Outcome => {
  checkSubscription(to);
  const { account } = state;
  const started: Outcome = {
    state: withAccount(state, {
      ...withSubscription(account, to),
      ...retentionOfPlan(to.plan),
      renewedBy: terms.renewedBy,
      paidUntilAt: terms.paidUntilAt,
      agreedCredits: terms.agreedCredits,
      yearlyFromAt: undefined,
      endsAt: undefined,
      pending: undefined,
    }),
    entries: [],
    notes: [
      {
        action: 'plan.started',
        cause: at,
        before: { ...subscriptionOf(account) },
        after: { ...subscriptionOf(to) },
      },
    ],
  };
  return followedBy(started, (current) => startPeriod(current, 'core', at, now));
};

const requirePaid = ({ account }: BillingState): void => {
  if (account.plan === 'Free')
    throw new Problem('conflict', { detail: 'There is no paid subscription to change.' });
};

/**
 * Chooses what the subscription becomes at its next renewal: another plan, another billing period, fewer licences. It
 * replaces what was pending; choosing what is in force is undoing.
 * @throws Problem conflict when auto-renew is off, as there is no renewal.
 */
export const schedulePlan = (state: BillingState, to: Subscription, cause: string, now: Instant): Outcome => {
  checkSubscription(to);
  requirePaid(state);
  const { account } = state;
  if (account.endsAt !== undefined)
    throw new Problem('conflict', {
      detail: 'The subscription ends at its period; switch auto-renew on first.',
    });
  const same = JSON.stringify(subscriptionOf(to)) === JSON.stringify(subscriptionOf(account));
  const pending = same ? undefined : { ...subscriptionOf(to), effectiveAt: renewsAt(state, now) };
  return {
    state: withAccount(state, { pending }),
    entries: [],
    notes: [
      {
        action: same ? 'plan.change_undone' : 'plan.change_scheduled',
        cause,
        before: { pending: account.pending ?? null },
        after: { pending: pending ?? null },
      },
    ],
  };
};

/** @throws Problem conflict when nothing is pending. */
export const undoPending = (state: BillingState, cause: string): Outcome => {
  const { pending } = state.account;
  if (!pending) throw new Problem('conflict', { detail: 'No change of the subscription is pending.' });
  return {
    state: withAccount(state, { pending: undefined }),
    entries: [],
    notes: [{ action: 'plan.change_undone', cause, before: { pending }, after: { pending: null } }],
  };
};

/** At the renewal the pending subscription is in force, and its credits with it. */
export const applyPending = (state: BillingState, now: Instant): Outcome => {
  const { account } = state;
  const { pending } = account;
  if (!pending) return { state, entries: [], notes: [] };
  const { effectiveAt, ...to } = pending;
  const applied: Outcome = {
    state: withAccount(state, {
      ...withSubscription(account, to),
      yearlyFromAt: to.interval === account.interval ? account.yearlyFromAt : effectiveAt,
      pending: undefined,
    }),
    entries: [],
    notes: [
      {
        action: 'plan.changed',
        cause: effectiveAt,
        before: { ...subscriptionOf(account) },
        after: { ...subscriptionOf(to) },
      },
    ],
  };
  return followedBy(applied, (current) => renewPeriod(current, 'core', effectiveAt, now));
};
