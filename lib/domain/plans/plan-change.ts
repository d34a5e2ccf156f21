import { teamMinimumLicenses } from './plans.ts';
import { invalidField } from '../invalid-field.ts';
import { Problem } from '../problem.ts';
import type { Account, Instant, Subscription } from '../records.ts';
import { renewPeriod, restartPeriods } from '../credits/refill/refill-periods.ts';
import { differs } from '../record-difference.ts';
import { nextRenewalAt } from './subscription-period.ts';
import { isSameTerms, subscriptionTerms } from './subscription-terms.ts';
import { defaultRetention } from '../accounts/retention-setting.ts';
import { addonSizeForPlan } from './sast-addon.ts';
import {
  noChange,
  withAccount,
  withPool,
  type BillingState,
  type BillingOutcome,
} from '../accounts/billing-state.ts';

const refuse = (field: 'plan' | 'period' | 'licenses' | 'credits', detail: string): never => {
  throw invalidField(`/${field}`, detail);
};

/** @throws Problem validation_failed when plan, period and licenses contradict each other. */
export const validateSubscription = ({ plan, interval, licenses }: Subscription): void => {
  if (plan === 'Team' && licenses === undefined) refuse('licenses', 'Team needs the number of licenses.');
  if (plan === 'Team' && (licenses ?? 0) < teamMinimumLicenses)
    refuse('licenses', `Team has at least ${teamMinimumLicenses} licenses.`);
  if ((plan === 'Free' || plan === 'Starter') && licenses !== undefined)
    refuse('licenses', `${plan} has a fixed number of licenses.`);
  if (plan === 'Free' && interval === 'year')
    refuse('period', 'Free is not paid, so it has no yearly period.');
};

/** @throws Problem validation_failed unless credits are agreed with Regulated, and with no other plan. */
export const validateAgreedCredits = (plan: Subscription['plan'], agreed: Account['agreedCredits']): void => {
  if (plan === 'Regulated' && agreed?.core === undefined)
    refuse('credits', 'Regulated needs agreed core credits.');
  if (plan !== 'Regulated' && agreed !== undefined) refuse('credits', `The credits of ${plan} are fixed.`);
};

/** Returns the account with other terms. Another plan brings its own retention and add-on size. */
const withSubscription = (account: Account, to: Subscription): Partial<Account> => {
  const size = addonSizeForPlan(to.plan);
  return {
    plan: to.plan,
    interval: to.interval,
    licenses: to.licenses,
    ...(account.sastAddon && { sastAddon: size && { ...account.sastAddon, size } }),
    ...(to.plan !== account.plan && { ...defaultRetention(to.plan), agreedCredits: undefined }),
  };
};

/** The renewal of a new subscription, and its agreed credits. */
type RenewalTerms = Pick<Account, 'renewedBy' | 'paidUntilAt' | 'agreedCredits'>;

/** Returns whether this first payment was applied before, or its period is over, so that it starts nothing. */
const isApplied = ({ renewedBy, paidUntilAt }: Account, terms: RenewalTerms, now: Instant): boolean =>
  terms.renewedBy === 'invoice' &&
  terms.paidUntilAt !== undefined &&
  (terms.paidUntilAt <= now ||
    (renewedBy === 'invoice' && paidUntilAt !== undefined && paidUntilAt >= terms.paidUntilAt));

/** Returns the add-on under these terms: by agreement, it has no end of the paid period. */
const addonUnder = ({ renewedBy }: RenewalTerms, { sastAddon }: Partial<Account>): Account['sastAddon'] => {
  if (!sastAddon || renewedBy === 'invoice') return sastAddon;
  const { paidUntilAt: _paid, ...kept } = sastAddon;
  return kept;
};

/** Adds the audit note of a plan. Its cause is the start of the core period, which no other period shares. */
const withPlanNote = (
  outcome: BillingOutcome,
  note: {
    action: 'plan.started' | 'plan.changed';
    before: Subscription;
    after: Subscription & { credits?: Account['agreedCredits'] };
  },
): BillingOutcome => {
  const cause = outcome.state.pools.core.periodStartAt;
  return {
    ...outcome,
    auditNotes: [{ ...note, cause, before: { ...note.before }, after: { ...note.after } }],
  };
};

/**
 * Starts a paid subscription at once: after a checkout, or by an operator. Periods restart at `at`. Unused included
 * credits of the plan before expire; purchased ones stay. A first payment that was applied before changes nothing.
 */
export const startPlan = (
  state: BillingState,
  { to, terms, at }: { to: Subscription; terms: RenewalTerms; at: Instant },
  now: Instant,
): BillingOutcome => {
  validateSubscription(to);
  validateAgreedCredits(to.plan, terms.agreedCredits);
  if (to.plan === 'Free') refuse('plan', 'Free cannot be started: end the paid plan instead.');
  const { account } = state;
  if (isApplied(account, terms, now)) return noChange(state);
  const subscribed = { ...account, ...withSubscription(account, to) };
  const active = withAccount(state, {
    ...subscribed,
    sastAddon: addonUnder(terms, subscribed),
    renewedBy: terms.renewedBy,
    paidUntilAt: terms.paidUntilAt,
    agreedCredits: terms.agreedCredits,
    yearlyAnchorAt: undefined,
    endsAt: undefined,
    pending: undefined,
  });
  const agreed = terms.agreedCredits && { credits: terms.agreedCredits };
  return withPlanNote(restartPeriods(active, { pool: 'core', at }, now), {
    action: 'plan.started',
    before: subscriptionTerms(account),
    after: { ...subscriptionTerms(to), ...agreed },
  });
};

/**
 * Returns the pending change of a future renewal. A change whose renewal is due and unpaid is already applied at the
 * payment provider.
 */
export const upcomingPlanChange = ({ pending }: Account, now: Instant): Account['pending'] =>
  pending && pending.effectiveAt > now ? pending : undefined;

const requireChangeable = ({ account }: BillingState, now: Instant): void => {
  if (account.plan === 'Free')
    throw new Problem('conflict', { detail: 'There is no paid subscription to change.' });
  if (account.pending && !upcomingPlanChange(account, now))
    throw new Problem('conflict', {
      detail: 'The renewal with the chosen change is not paid yet.',
    });
};

/**
 * Schedules another plan, another billing period or fewer licenses for the next renewal, in place of any pending change.
 * The terms in force undo the pending change; the pending terms change nothing.
 * @throws Problem conflict when auto-renew is off, as there is no renewal.
 */
export const schedulePlanChange = (
  state: BillingState,
  { to, cause }: { to: Subscription; cause: string },
  now: Instant,
): BillingOutcome => {
  validateSubscription(to);
  if (to.plan === 'Free') refuse('plan', 'Turn auto-renew off to let a paid plan become Free.');
  if (to.plan === 'Regulated' && state.account.plan !== 'Regulated')
    refuse('plan', 'Regulated is available by agreement only.');
  requireChangeable(state, now);
  const { account } = state;
  if (account.endsAt !== undefined)
    throw new Problem('conflict', {
      detail: 'The subscription ends with its period. Turn auto-renew on first.',
    });
  const undoes = isSameTerms(to, account);
  if (undoes && !account.pending) return noChange(state);
  const pending = undoes ? undefined : { ...subscriptionTerms(to), effectiveAt: nextRenewalAt(state, now) };
  if (!differs(pending, account.pending)) return noChange(state);
  return {
    state: withAccount(state, { pending }),
    entries: [],
    auditNotes: [
      {
        action: undoes ? 'plan.change_undone' : 'plan.change_scheduled',
        cause,
        before: { pending: account.pending ?? null },
        after: { pending: pending ?? null },
      },
    ],
  };
};

/** Undoes the pending change. @throws Problem conflict when nothing is pending. */
export const undoPlanChange = (state: BillingState, cause: string, now: Instant): BillingOutcome => {
  requireChangeable(state, now);
  const { pending } = state.account;
  if (!pending) throw new Problem('conflict', { detail: 'No change of the subscription is pending.' });
  return {
    state: withAccount(state, { pending: undefined }),
    entries: [],
    auditNotes: [{ action: 'plan.change_undone', cause, before: { pending }, after: { pending: null } }],
  };
};

/**
 * Applies the pending change at its renewal, together with its credits.
 * @param at the renewal that applies it.
 */
export const applyPlanChange = (
  state: BillingState,
  now: Instant,
  at = state.account.pending?.effectiveAt ?? now,
): BillingOutcome => {
  const { account } = state;
  const { pending } = account;
  if (!pending) return noChange(state);
  const { effectiveAt, ...to } = pending;
  const applied = withAccount(state, {
    ...withSubscription(account, to),
    yearlyAnchorAt: to.interval === account.interval ? account.yearlyAnchorAt : at,
    pending: undefined,
  });
  // The payment provider anchors another billing interval at its start, so that renewals keep to that day.
  const isNewAnchor = account.renewedBy === 'invoice' && to.interval !== account.interval;
  const { core } = applied.pools;
  const anchored = isNewAnchor ? withPool(applied, { ...core, anchorAt: effectiveAt }) : applied;
  return withPlanNote(renewPeriod(anchored, { pool: 'core', at }, now), {
    action: 'plan.changed',
    before: subscriptionTerms(account),
    after: subscriptionTerms(to),
  });
};
