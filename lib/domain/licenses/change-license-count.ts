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

/** The part of a period that is left, as a fraction of whole milliseconds: no cent is lost to floating point. */
const remaining = ({ periodStartAt, periodEndAt }: Pool, now: Instant): [left: number, all: number] => {
  const [start, end, at] = [periodStartAt, periodEndAt, now].map((instant) => Date.parse(instant)) as [
    number,
    number,
    number,
  ];
  return [Math.min(Math.max(end - at, 0), end - start), end - start];
};

/** Prorated credits, rounded up, in whole numbers: 100 × licences × milliseconds goes far beyond 2^53. */
const prorated = (credits: number, pool: Pool, since: Instant): number => {
  const [left, all] = remaining(pool, since);
  return Number((BigInt(credits) * BigInt(left) + BigInt(all) - 1n) / BigInt(all));
};

const requireTeam = ({ account }: BillingState): void => {
  if (account.plan !== 'Team')
    throw new Problem('conflict', { detail: 'Only Team buys licences; other plans have theirs.' });
};

/** A pending change to fewer licences is dropped by buying more, one to another plan or period stays. */
const pendingAfter = ({ account }: BillingState, licenses: number, now: Instant): Account['pending'] => {
  const { pending } = account;
  if (pending?.plan !== 'Team' || upcomingPlanChange(account, now) === undefined) return pending;
  return pending.interval === account.interval ? undefined : { ...pending, licenses };
};

/**
 * More licences, at once, once their proration is paid: the core pool grows by what the rest of the period is worth,
 * for licences above the highest count of this period only (billing.md, "Seats up"). Told again, or after a payment for
 * more of them, it changes nothing.
 * @param licenses the new total.  @param invoiceId of the proration, which is what is granted once.
 * @param since what it is paid from: when it was bought, whenever that is heard of.
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
  const amount = prorated(Math.max(0, licenses - highest) * terms.perLicense, pool, since ?? now);
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
 * Whether more licences may be ordered: they are paid at once, where the subscription is.
 * @throws Problem conflict.
 */
export const requireLicensePurchase = (state: BillingState, now: Instant): void => {
  requireTeam(state);
  const { renewedBy, paidUntilAt } = state.account;
  if (renewedBy !== 'invoice')
    throw new Problem('conflict', { detail: 'These licences are by agreement; ask who agreed on them.' });
  if (paidUntilAt !== undefined && paidUntilAt <= now)
    throw new Problem('conflict', {
      detail: 'The renewal waits to be paid; licences can be added after it.',
    });
};

/** As many licences as there are: what would be fewer of them at the next renewal is undone, and nothing else. */
export const undoLicenseReduction = (state: BillingState, cause: string, now: Instant): BillingOutcome => {
  requireTeam(state);
  const { account } = state;
  const licenses = boughtLicenses(account);
  const pending = upcomingPlanChange(account, now);
  if (pending?.plan !== 'Team' || (pending.licenses ?? licenses) >= licenses) return noChange(state);
  return schedulePlanChange(state, { to: { ...subscriptionTerms(pending), licenses }, cause }, now);
};

/** Fewer licences, from the next renewal on; the pool does not shrink before (spec, "Seats down"). */
export const scheduleLicenseReduction = (
  state: BillingState,
  { licenses, cause }: { licenses: number; cause: string },
  now: Instant,
): BillingOutcome => {
  requireTeam(state);
  if (licenses > boughtLicenses(state.account))
    throw new Problem('conflict', { detail: 'More licences are bought, not scheduled.' });
  return schedulePlanChange(state, { to: { ...subscriptionTerms(state.account), licenses }, cause }, now);
};
