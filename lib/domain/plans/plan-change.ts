import { teamMinimumLicenses } from './plans.ts';
import { Problem } from '../problem.ts';
import type { Account, Instant, Subscription } from '../records.ts';
import { renewPeriod, restartPeriods } from '../credits/credit-periods.ts';
import { nextRenewalAt } from './subscription-period.ts';
import { subscriptionTerms } from './subscription-terms.ts';
import { defaultRetention } from '../accounts/payload-retention.ts';
import { addonSizeForPlan } from './sast-addon.ts';
import {
  noChange,
  withAccount,
  withPool,
  type BillingState,
  type BillingOutcome,
} from '../accounts/billing-state.ts';

const refuse = (field: 'plan' | 'period' | 'licenses' | 'credits', detail: string): never => {
  throw new Problem('validation_failed', {
    detail,
    errors: [{ pointer: `/${field}`, code: 'validation_failed', detail }],
  });
};

/** @throws Problem validation_failed when plan, period and licences contradict each other (api.md, "Billing"). */
export const validateSubscription = ({ plan, interval, licenses }: Subscription): void => {
  if (plan === 'Team' && licenses === undefined) refuse('licenses', 'Team needs the number of licences.');
  if (plan === 'Team' && (licenses ?? 0) < teamMinimumLicenses)
    refuse('licenses', `Team has at least ${teamMinimumLicenses} licences.`);
  if ((plan === 'Free' || plan === 'Starter') && licenses !== undefined)
    refuse('licenses', `${plan} has a fixed number of licences.`);
  if (plan === 'Free' && interval === 'year')
    refuse('period', 'Free is not paid, so it has no yearly period.');
};

/** @throws Problem validation_failed unless credits are agreed with Regulated, and with nothing else. */
export const validateAgreedCredits = (plan: Subscription['plan'], agreed: Account['agreedCredits']): void => {
  if (plan === 'Regulated' && agreed?.core === undefined)
    refuse('credits', 'Regulated needs agreed core credits.');
  if (plan !== 'Regulated' && agreed !== undefined) refuse('credits', `The credits of ${plan} are fixed.`);
};

/** Another plan, period or number of licences. With another plan come its retention and its size of the add-on. */
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

/** How a subscription that starts is renewed, and what was agreed. */
type Terms = Pick<Account, 'renewedBy' | 'paidUntilAt' | 'agreedCredits'>;

/** The till told of this first payment before; or tells of one whose period is over, which revives nothing. */
const isStarted = ({ renewedBy, paidUntilAt }: Account, terms: Terms, now: Instant): boolean =>
  terms.renewedBy === 'invoice' &&
  terms.paidUntilAt !== undefined &&
  (terms.paidUntilAt <= now ||
    (renewedBy === 'invoice' && paidUntilAt !== undefined && paidUntilAt >= terms.paidUntilAt));

/** By agreement nothing is paid until any instant, the add-on neither. */
const addonUnder = ({ renewedBy }: Terms, { sastAddon }: Partial<Account>): Account['sastAddon'] => {
  if (!sastAddon || renewedBy === 'invoice') return sastAddon;
  const { paidUntilAt: _paid, ...kept } = sastAddon;
  return kept;
};

/** Told by the core period that begins with it: no two begin at the same instant. */
const noted = (
  begun: BillingOutcome,
  action: 'plan.started' | 'plan.changed',
  before: object,
  after: object,
): BillingOutcome => {
  const cause = begun.state.pools.core.periodStartAt;
  return { ...begun, auditNotes: [{ action, cause, before: { ...before }, after: { ...after } }] };
};

/**
 * A paid subscription that is active at once: the first period after a checkout, or what an operator sets. Periods
 * count from `at`; unused included credits of the plan before do not carry over, bought ones do. The same first
 * payment told again changes nothing.
 */
export const startPlan = (
  state: BillingState,
  { to, terms, at }: { to: Subscription; terms: Terms; at: Instant },
  now: Instant,
): BillingOutcome => {
  validateSubscription(to);
  validateAgreedCredits(to.plan, terms.agreedCredits);
  if (to.plan === 'Free') refuse('plan', 'Free does not start; a paid plan ends.');
  const { account } = state;
  if (isStarted(account, terms, now)) return noChange(state);
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
  const after = { ...subscriptionTerms(to), ...agreed };
  return noted(
    restartPeriods(active, { pool: 'core', at }, now),
    'plan.started',
    subscriptionTerms(account),
    after,
  );
};

/** What is chosen for a renewal to come. What only waits for its renewal to be paid has happened at the till. */
export const upcomingPlanChange = ({ pending }: Account, now: Instant): Account['pending'] =>
  pending && pending.effectiveAt > now ? pending : undefined;

const requireChangeable = ({ account }: BillingState, now: Instant): void => {
  if (account.plan === 'Free')
    throw new Problem('conflict', { detail: 'There is no paid subscription to change.' });
  if (account.pending && !upcomingPlanChange(account, now))
    throw new Problem('conflict', {
      detail: 'The renewal with the change that was chosen waits to be paid.',
    });
};

/**
 * Chooses what the subscription becomes at its next renewal: another plan, another billing period, fewer licences. It
 * replaces what was pending; choosing what is in force is undoing, and choosing the same again changes nothing.
 * @throws Problem conflict when auto-renew is off, as there is no renewal.
 */
export const schedulePlanChange = (
  state: BillingState,
  { to, cause }: { to: Subscription; cause: string },
  now: Instant,
): BillingOutcome => {
  validateSubscription(to);
  if (to.plan === 'Free') refuse('plan', 'A paid plan becomes Free by switching auto-renew off.');
  if (to.plan === 'Regulated' && state.account.plan !== 'Regulated')
    refuse('plan', 'Regulated is set by agreement, not chosen.');
  requireChangeable(state, now);
  const { account } = state;
  if (account.endsAt !== undefined)
    throw new Problem('conflict', {
      detail: 'The subscription ends with its period; switch auto-renew on first.',
    });
  const same = JSON.stringify(subscriptionTerms(to)) === JSON.stringify(subscriptionTerms(account));
  if (same && !account.pending) return noChange(state);
  const pending = same ? undefined : { ...subscriptionTerms(to), effectiveAt: nextRenewalAt(state, now) };
  if (JSON.stringify(pending) === JSON.stringify(account.pending)) return noChange(state);
  return {
    state: withAccount(state, { pending }),
    entries: [],
    auditNotes: [
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
 * At the renewal the pending subscription is in force, and its credits with it.
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
  // The till counts another billing period from its beginning, so its renewals keep to that day.
  const isNewCount = account.renewedBy === 'invoice' && to.interval !== account.interval;
  const { core } = applied.pools;
  const counted = isNewCount ? withPool(applied, { ...core, anchorAt: effectiveAt }) : applied;
  const renewed = renewPeriod(counted, { pool: 'core', at }, now);
  return noted(renewed, 'plan.changed', subscriptionTerms(account), subscriptionTerms(to));
};
