import { Problem } from '../problem.ts';
import type { Account, Instant, Interval, Subscription } from '../records.ts';
import type { PlanName } from '../plans/plan-names.ts';
import type { PoolName } from '../credits/credit-pool.ts';
import { setAutoRenew } from '../plans/auto-renew.ts';
import { boughtLicenses } from '../plans/entitlements.ts';
import { recordFailedPayment, recordResolvedPayment } from '../payments/payment-hold.ts';
import {
  validateAgreedCredits,
  validateSubscription,
  schedulePlanChange,
  startPlan,
  undoPlanChange,
} from '../plans/plan-change.ts';
import { endPlan } from '../plans/end-plan.ts';
import { addonSizeForPlan, cancelSastAddon, resumeSastAddon, startSastAddon } from '../plans/sast-addon.ts';
import { addLicenses, scheduleLicenseReduction } from '../licenses/change-license-count.ts';
import type { BillingState, BillingOutcome } from './billing-state.ts';

interface ChosenPlan {
  plan: PlanName;
  /** Monthly by default. */
  period?: Interval | undefined;
  licenses?: number | undefined;
}

/** The changes of an account that an operator makes by agreement, without the payment provider. */
export type OperatorChange =
  /** Takes effect at once and restarts the periods. `credits` per period are given with Regulated only. */
  | ({ type: 'plan_set'; credits?: Partial<Record<PoolName, number>> | undefined } & ChosenPlan)
  | ({ type: 'plan_scheduled' } & ChosenPlan)
  | { type: 'plan_undone' }
  /** `licenses` is the new total, which the invoice paid. */
  | { type: 'licenses_added'; licenses: number; invoiceId?: string | undefined }
  | { type: 'licenses_scheduled'; licenses: number }
  | { type: 'auto_renew'; enabled: boolean }
  | { type: 'sast_started' }
  | { type: 'sast_cancelled' }
  | { type: 'sast_resumed' }
  /** A subscription invoice failed. */
  | { type: 'payment_failed'; invoiceId: string }
  | { type: 'payment_resolved'; invoiceId: string };

const subscriptionOf = ({ plan, period, licenses }: ChosenPlan): Subscription => ({
  plan,
  interval: period ?? 'month',
  ...(licenses !== undefined && { licenses }),
});

const setPlan = (
  state: BillingState,
  event: Extract<OperatorChange, { type: 'plan_set' }>,
  now: Instant,
): BillingOutcome => {
  const [to, agreedCredits] = [subscriptionOf(event), event.credits];
  validateSubscription(to);
  validateAgreedCredits(to.plan, agreedCredits);
  if (to.plan === 'Free') return endPlan(state, now, now);
  return startPlan(
    state,
    { to, terms: { renewedBy: 'schedule', ...(agreedCredits && { agreedCredits }) }, at: now },
    now,
  );
};

const addMoreLicenses = (
  state: BillingState,
  { licenses, invoiceId }: { licenses: number; invoiceId: string },
  now: Instant,
): BillingOutcome => {
  const before = boughtLicenses(state.account);
  if (state.account.plan === 'Team' && licenses <= before)
    throw new Problem('conflict', {
      detail: `The account has ${before} licenses. Fewer can only be scheduled for the next renewal.`,
    });
  return addLicenses(state, { licenses, invoiceId }, now);
};

const startAddon = (state: BillingState, now: Instant): BillingOutcome => {
  const size = addonSizeForPlan(state.account.plan);
  if (!size) throw new Problem('conflict', { detail: 'The SAST add-on needs a paid plan.' });
  return startSastAddon(state, { size, at: now }, now);
};

const failPayment = (state: BillingState, invoiceId: string, now: Instant): BillingOutcome => {
  if (state.account.plan === 'Free')
    throw new Problem('conflict', { detail: 'Free has no subscription whose payment could fail.' });
  return recordFailedPayment(state, invoiceId, now);
};

/**
 * A subscription by invoice has to be changed at the payment provider: reconciliation would undo a change made here.
 */
const requireAgreement = ({ renewedBy }: Account, { type }: OperatorChange): void => {
  if (renewedBy !== 'invoice' || type === 'payment_failed' || type === 'payment_resolved') return;
  throw new Problem('conflict', {
    detail:
      'This subscription is paid by invoice. Change it with the /billing endpoints, or end it there first.',
  });
};

/**
 * Applies one event to an account that is billed by agreement, under the same rules as for any other account.
 * @param eventId identifies the event, so that it is applied once.
 * @throws Problem conflict when the state does not permit it.
 */
export const applyOperatorChange = (
  state: BillingState,
  { event, eventId }: { event: OperatorChange; eventId: string },
  now: Instant,
): BillingOutcome => {
  requireAgreement(state.account, event);
  switch (event.type) {
    case 'plan_set':
      return setPlan(state, event, now);
    case 'plan_scheduled':
      return schedulePlanChange(state, { to: subscriptionOf(event), cause: eventId }, now);
    case 'plan_undone':
      return undoPlanChange(state, eventId, now);
    case 'licenses_added':
      return addMoreLicenses(state, { licenses: event.licenses, invoiceId: event.invoiceId ?? eventId }, now);
    case 'licenses_scheduled':
      return scheduleLicenseReduction(state, { licenses: event.licenses, cause: eventId }, now);
    case 'auto_renew':
      return setAutoRenew(state, { enabled: event.enabled, cause: eventId }, now);
    case 'sast_started':
      return startAddon(state, now);
    case 'sast_cancelled':
      return cancelSastAddon(state, eventId, now);
    case 'sast_resumed':
      return resumeSastAddon(state, eventId);
    case 'payment_failed':
      return failPayment(state, event.invoiceId, now);
    case 'payment_resolved':
      return recordResolvedPayment(state, event.invoiceId);
  }
};
