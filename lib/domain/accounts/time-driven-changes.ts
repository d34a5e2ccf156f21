import type { Account, Instant, Pool } from '../records.ts';
import { poolNames, type PoolName } from '../credits/credit-pool.ts';
import { endPlan } from '../plans/end-plan.ts';
import { refillNextPeriod } from '../credits/credit-periods.ts';
import { applyPlanChange } from '../plans/plan-change.ts';
import { endSastAddon } from '../plans/sast-addon.ts';
import { andThen, noChange, type BillingState, type BillingOutcome } from './billing-state.ts';

/** Periods caught up on in one go: entries of two pools must fit one transaction. More are left for the next. */
const stepsAtOnce = 20;

/** SAST credits without an add-on, none of them to expire: such a pool has no periods to speak of. */
const isIdle = (account: Account, { pool, included, consumed }: Pool): boolean =>
  pool === 'sast' && !account.sastAddon && included === 0 && consumed === 0;

interface Due {
  at: Instant;
  rule: (state: BillingState) => BillingOutcome;
}

/** The end of a cancelled plan. */
const planEnd = ({ account }: BillingState, now: Instant): Due[] =>
  account.endsAt === undefined ? [] : [{ at: account.endsAt, rule: (state) => endPlan(state, now) }];

/** A plan that was chosen for the next renewal; with an invoice, that is when it is paid (renew-paid.ts). */
const pendingPlan = ({ account }: BillingState, now: Instant): Due[] =>
  account.pending === undefined || account.renewedBy === 'invoice'
    ? []
    : [{ at: account.pending.effectiveAt, rule: (state) => applyPlanChange(state, now) }];

const addonEnd = ({ account }: BillingState, now: Instant): Due[] =>
  account.sastAddon?.cancelsAt === undefined
    ? []
    : [{ at: account.sastAddon.cancelsAt, rule: (state) => endSastAddon(state, now) }];

/** The next refill of a pool, unless its subscription is not paid for that long (billing.md, "renewal"). */
const nextRefill = (state: BillingState, name: PoolName, now: Instant): Due[] => {
  const { account, pools } = state;
  const pool = pools[name];
  if (isIdle(account, pool)) return [];
  const paidUntilAt = name === 'core' ? account.paidUntilAt : account.sastAddon?.paidUntilAt;
  const isUnpaid =
    account.renewedBy === 'invoice' && paidUntilAt !== undefined && paidUntilAt <= pool.periodEndAt;
  return isUnpaid ? [] : [{ at: pool.periodEndAt, rule: (current) => refillNextPeriod(current, name, now) }];
};

/** What is due first. At the same instant a plan ends or changes before it is refilled. */
const firstDue = (state: BillingState, now: Instant): Due | undefined =>
  [
    ...planEnd(state, now),
    ...pendingPlan(state, now),
    ...addonEnd(state, now),
    ...poolNames.flatMap((name) => nextRefill(state, name, now)),
  ]
    .filter(({ at }) => at <= now)
    .reduce<Due | undefined>((first, due) => (first && first.at <= due.at ? first : due), undefined);

/**
 * What time alone does to an account: monthly refills, the end of a cancelled plan or add-on, a plan change at its
 * renewal; each at its own instant, in order, whenever it is looked at. The job that writes it and everybody who asks
 * meanwhile see the same.
 */
export const applyDueRenewals = (state: BillingState, now: Instant): BillingOutcome => {
  let outcome = noChange(state);
  for (let step = 0; step < stepsAtOnce; step++) {
    const due = firstDue(outcome.state, now);
    if (!due) break;
    outcome = andThen(outcome, due.rule);
  }
  return outcome;
};

/** Whether everything that time alone does to an account has been written. */
export const isUpToDate = (state: BillingState, now: Instant): boolean => firstDue(state, now) === undefined;
