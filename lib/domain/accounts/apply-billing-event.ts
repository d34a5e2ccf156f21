import { Problem } from '../problem.ts';
import type { Account, Instant, Interval, Subscription } from '../records.ts';
import type { PlanName } from '../identity/roles.ts';
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

interface Chosen {
  plan: PlanName;
  /** Monthly unless said. */
  period?: Interval | undefined;
  licenses?: number | undefined;
}

/** What can happen to an account by agreement, without the till. */
export type BillingEvent =
  /** At once, with a new count of periods. `credits` per period with Regulated, and only there. */
  | ({ type: 'plan_set'; credits?: Partial<Record<PoolName, number>> | undefined } & Chosen)
  | ({ type: 'plan_scheduled' } & Chosen)
  | { type: 'plan_undone' }
  /** The new total, paid by that invoice. */
  | { type: 'licenses_added'; licenses: number; invoiceId?: string | undefined }
  | { type: 'licenses_scheduled'; licenses: number }
  | { type: 'auto_renew'; enabled: boolean }
  | { type: 'sast_started' }
  | { type: 'sast_cancelled' }
  | { type: 'sast_resumed' }
  /** Of a subscription invoice. */
  | { type: 'payment_failed'; invoiceId: string }
  | { type: 'payment_resolved'; invoiceId: string };

const subscriptionOf = ({ plan, period, licenses }: Chosen): Subscription => ({
  plan,
  interval: period ?? 'month',
  ...(licenses !== undefined && { licenses }),
});

const setPlan = (
  state: BillingState,
  event: Extract<BillingEvent, { type: 'plan_set' }>,
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

const addMore = (state: BillingState, licenses: number, invoiceId: string, now: Instant): BillingOutcome => {
  const before = boughtLicenses(state.account);
  if (state.account.plan === 'Team' && licenses <= before)
    throw new Problem('conflict', {
      detail: `There are ${before} licences; fewer are scheduled for the renewal.`,
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

/** What the till decides is changed there; here it would be undone, or paid for nothing. */
const requireAgreement = ({ renewedBy }: Account, { type }: BillingEvent): void => {
  if (renewedBy !== 'invoice' || type === 'payment_failed' || type === 'payment_resolved') return;
  throw new Problem('conflict', {
    detail: 'This subscription is paid at the till: change it by /billing/*, or end it there first.',
  });
};

/**
 * One event of an account that is billed by agreement, by the same rules as everybody's.
 * @param eventId names it, once.
 * @throws Problem conflict when the state does not permit it.
 */
export const applyBillingEvent = (
  state: BillingState,
  { event, eventId }: { event: BillingEvent; eventId: string },
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
      return addMore(state, event.licenses, event.invoiceId ?? eventId, now);
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
