import type { Account, Instant, Pool } from '../records.ts';
import { poolNames, type PoolName } from '../credits/credit-pool.ts';
import { endPlan } from '../plans/end-plan.ts';
import { refillNextPeriod } from '../credits/refill/refill-periods.ts';
import { applyPlanChange } from '../plans/plan-change.ts';
import { expirePromotionOf } from '../promotions/grant-promotion.ts';
import { nextPromotionExpiry } from '../promotions/promotional-credits.ts';
import { endSastAddon } from '../plans/sast-addon.ts';
import { andThen, noChange, type BillingState, type BillingOutcome } from './billing-state.ts';

/**
 * The limit of steps per call, since the entries of two pools must fit into one transaction. The next call takes the
 * rest.
 */
const maxSteps = 20;

/** Without an add-on and without credits that could expire, the SAST pool needs no refills. */
const isIdle = (account: Account, { pool, included, consumed }: Pool): boolean =>
  pool === 'sast' && !account.sastAddon && included === 0 && consumed === 0;

interface Due {
  at: Instant;
  rule: (state: BillingState) => BillingOutcome;
}

/** The end of a canceled plan. */
const planEnd = ({ account }: BillingState, now: Instant): Due[] =>
  account.endsAt === undefined ? [] : [{ at: account.endsAt, rule: (state) => endPlan(state, now) }];

/** A plan change at the next renewal. By invoice it is applied when the renewal is paid (renew-paid-subscription.ts). */
const pendingPlan = ({ account }: BillingState, now: Instant): Due[] =>
  account.pending === undefined || account.renewedBy === 'invoice'
    ? []
    : [{ at: account.pending.effectiveAt, rule: (state) => applyPlanChange(state, now) }];

const addonEnd = ({ account }: BillingState, now: Instant): Due[] =>
  account.sastAddon?.cancelsAt === undefined
    ? []
    : [{ at: account.sastAddon.cancelsAt, rule: (state) => endSastAddon(state, now) }];

/** The next expiry of a promotional grant. */
const nextExpiry = ({ pools }: BillingState, name: PoolName, now: Instant): Due[] => {
  const at = nextPromotionExpiry(pools[name]);
  return at === undefined ? [] : [{ at, rule: (current) => expirePromotionOf(current, name, now) }];
};

/** The next monthly refill of a pool, unless its subscription is not paid that long. */
const nextRefill = (state: BillingState, name: PoolName, now: Instant): Due[] => {
  const { account, pools } = state;
  const pool = pools[name];
  if (isIdle(account, pool)) return [];
  const paidUntilAt = name === 'core' ? account.paidUntilAt : account.sastAddon?.paidUntilAt;
  const isUnpaid =
    account.renewedBy === 'invoice' && paidUntilAt !== undefined && paidUntilAt <= pool.periodEndAt;
  return isUnpaid ? [] : [{ at: pool.periodEndAt, rule: (current) => refillNextPeriod(current, name, now) }];
};

/** The step that is due first. At the same instant a plan ends or changes before its pools are refilled. */
const firstDue = (state: BillingState, now: Instant): Due | undefined =>
  [
    ...poolNames.flatMap((name) => nextExpiry(state, name, now)),
    ...planEnd(state, now),
    ...pendingPlan(state, now),
    ...addonEnd(state, now),
    ...poolNames.flatMap((name) => nextRefill(state, name, now)),
  ]
    .filter(({ at }) => at <= now)
    .reduce<Due | undefined>((first, due) => (first && first.at <= due.at ? first : due), undefined);

/**
 * Applies the time-driven changes of an account that are due: expiries, monthly refills, the end of a canceled plan
 * or add-on, a plan change at its renewal. Each takes effect at its own instant, in order, however late it is
 * applied. A request that comes before the job which writes the changes therefore sees the same account
 * (docs/adr/0008-credit-periods-and-licenses.md).
 */
export const applyDueChanges = (state: BillingState, now: Instant): BillingOutcome => {
  let outcome = noChange(state);
  for (let step = 0; step < maxSteps; step++) {
    const due = firstDue(outcome.state, now);
    if (!due) break;
    outcome = andThen(outcome, due.rule);
  }
  return outcome;
};

/**
 * Returns the state after all time-driven changes that are due, for reading. After years without any, it takes
 * several rounds.
 */
export const currentState = (stored: BillingState, now: Instant): BillingState => {
  let state = stored;
  while (!isUpToDate(state, now)) state = applyDueChanges(state, now).state;
  return state;
};

/** Whether no time-driven change is due. */
export const isUpToDate = (state: BillingState, now: Instant): boolean => firstDue(state, now) === undefined;
