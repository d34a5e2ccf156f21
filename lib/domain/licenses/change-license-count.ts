import { plans } from '../plans/plans.ts';
import { Problem } from '../problem.ts';
import type { Account, Instant, LedgerEntry, Pool } from '../records.ts';
import { boughtLicenses } from '../plans/entitlements.ts';
import { upcomingPlanChange, schedulePlanChange } from '../plans/plan-change.ts';
import { subscriptionTerms } from '../plans/subscription-terms.ts';
import {
  noChange,
  withAccount,
  withPool,
  type BillingState,
  type BillingOutcome,
} from '../accounts/billing-state.ts';

/** The remaining and the total length of a period in milliseconds: a fraction without rounding. */
const remainingPart = (
  { periodStartAt, periodEndAt }: Pool,
  now: Instant,
): { leftMs: number; allMs: number } => {
  const [start, end, at] = [Date.parse(periodStartAt), Date.parse(periodEndAt), Date.parse(now)];
  return { leftMs: Math.min(Math.max(end - at, 0), end - start), allMs: end - start };
};

/** Prorates credits and rounds up. It counts in BigInt, as credits × milliseconds goes far beyond 2^53. */
const prorate = (credits: number, pool: Pool, since: Instant): number => {
  const { leftMs, allMs } = remainingPart(pool, since);
  return Number((BigInt(credits) * BigInt(leftMs) + BigInt(allMs) - 1n) / BigInt(allMs));
};

const requireTeam = ({ account }: BillingState): void => {
  if (account.plan !== 'Team')
    throw new Problem('conflict', {
      detail: 'Only Team can buy licenses. The other plans have a fixed number.',
    });
};

/** Buying more licenses drops a pending reduction. A change to another plan or interval stays. */
const pendingAfter = ({ account }: BillingState, licenses: number, now: Instant): Account['pending'] => {
  const { pending } = account;
  if (pending?.plan !== 'Team' || upcomingPlanChange(account, now) === undefined) return pending;
  return pending.interval === account.interval ? undefined : { ...pending, licenses };
};

/**
 * Adds licenses at once when their proration is paid. The core pool grows by the prorated credits of the rest of the
 * period, for licenses above the highest number of this period only (docs/adr/0008-credit-periods-and-licenses.md). A
 * payment that was applied before, or is for no more licenses than there are, changes nothing.
 * @param licenses the new total.
 * @param invoiceId the invoice of the proration, which is granted once.
 * @param since when the licenses were bought, from which they are prorated; `now` by default.
 */
export const addLicenses = (
  state: BillingState,
  { licenses, invoiceId, since }: { licenses: number; invoiceId: string; since?: Instant | undefined },
  now: Instant,
): BillingOutcome => {
  requireTeam(state);
  const { account } = state;
  const before = boughtLicenses(account);
  if (licenses <= before) return noChange(state);
  const pool = state.pools.core;
  const highest = pool.grantedLicenses ?? before;
  const terms = plans.Team.coreCredits as { perLicense: number };
  const amount = prorate(Math.max(0, licenses - highest) * terms.perLicense, pool, since ?? now);
  const entry: LedgerEntry = {
    accountId: account.accountId,
    pool: 'core',
    cause: `seats#${invoiceId}`,
    at: now,
    kind: 'grant',
    amount,
    source: 'licenses_added',
    invoiceId,
  };
  return {
    state: withPool(withAccount(state, { licenses, pending: pendingAfter(state, licenses, now) }), {
      ...pool,
      available: pool.available + amount,
      included: pool.included + amount,
      grantedLicenses: Math.max(highest, licenses),
    }),
    entries: [entry],
    auditNotes: [
      {
        action: 'licenses.added',
        cause: invoiceId,
        before: { licenses: before },
        after: { licenses, credits: amount },
      },
    ],
  };
};

/**
 * Requires that more licenses may be bought. They are paid at once, with the subscription.
 * @throws Problem conflict.
 */
export const requireLicensePurchase = (state: BillingState, now: Instant): void => {
  requireTeam(state);
  const { renewedBy, paidUntilAt } = state.account;
  if (renewedBy !== 'invoice')
    throw new Problem('conflict', {
      detail: 'The licenses are set by agreement. Ask your contact to change them.',
    });
  if (paidUntilAt !== undefined && paidUntilAt <= now)
    throw new Problem('conflict', {
      detail: 'The renewal is not paid yet. Licenses can be added after it.',
    });
};

/** Undoes a pending reduction of the licenses, and no other pending change. */
export const undoLicenseReduction = (state: BillingState, cause: string, now: Instant): BillingOutcome => {
  requireTeam(state);
  const { account } = state;
  const licenses = boughtLicenses(account);
  const pending = upcomingPlanChange(account, now);
  if (pending?.plan !== 'Team' || (pending.licenses ?? licenses) >= licenses) return noChange(state);
  return schedulePlanChange(state, { to: { ...subscriptionTerms(pending), licenses }, cause }, now);
};

/** Schedules fewer licenses for the next renewal. The pool does not shrink before. */
export const scheduleLicenseReduction = (
  state: BillingState,
  { licenses, cause }: { licenses: number; cause: string },
  now: Instant,
): BillingOutcome => {
  requireTeam(state);
  if (licenses > boughtLicenses(state.account))
    throw new Problem('conflict', { detail: 'Additional licenses are bought immediately, not scheduled.' });
  return schedulePlanChange(state, { to: { ...subscriptionTerms(state.account), licenses }, cause }, now);
};
