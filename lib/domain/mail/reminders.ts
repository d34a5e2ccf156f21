import type { BillingState } from '../accounts/billing-state.ts';
import { isRechargeDue } from '../credits/auto-recharge/decide-recharge.ts';
import { poolAlert } from '../credits/credits-alert.ts';
import { poolNames, type PoolName } from '../credits/credit-pool.ts';
import { dayMs } from '../instant.ts';
import { paymentFailedSince } from '../payments/payment-hold.ts';
import { consumedInPeriod } from '../promotions/promotional-credits.ts';
import { renewsAt } from '../plans/subscription-period.ts';
import type { Instant } from '../records.ts';
import type { Notification } from './notifications.ts';

/** Days after the first failure at which owners and admins are reminded of a failed payment. */
export const paymentReminderDays = [3, 7, 14] as const;

const renewalNoticeMs = 7 * dayMs;

/** An unused pool needs no reminder. */
const lowPool = (state: BillingState, name: PoolName): Notification[] => {
  const { available, included, periodStartAt, periodEndAt } = state.pools[name];
  if (consumedInPeriod(state.pools[name]) === 0 || poolAlert(state, name) === 'ok') return [];
  const facts = { pool: name, available, included, periodEndsAt: periodEndAt };
  return [{ kind: 'low_balance', cause: `${name}#${periodStartAt}`, facts }];
};

/**
 * Notifies that a pool runs low, once in its period. No mail is sent when auto-recharge is due, which fills the
 * pool.
 */
export const lowBalance = (state: BillingState, name: PoolName, now: Instant): Notification[] =>
  isRechargeDue(state, { pool: name, balance: state.pools[name].available }, now) ? [] : lowPool(state, name);

/** A pool that stays empty is not being recharged: the cap of packs is reached, or the charge is declined. */
export const lowOrEmpty = (state: BillingState, name: PoolName, now: Instant): Notification[] =>
  state.pools[name].available > 0 ? lowBalance(state, name, now) : lowPool(state, name);

/**
 * Notifies about a yearly renewal a week before, once. A plan that ends, or is billed monthly from then on, has
 * none.
 */
const yearlyRenewal = (state: BillingState, now: Instant): Notification[] => {
  const { interval, endsAt, pending } = state.account;
  const { plan, interval: nextInterval } = pending ?? state.account;
  if (plan === 'Free' || interval !== 'year' || nextInterval !== 'year' || endsAt !== undefined) return [];
  const at = renewsAt(state, now);
  const leftMs = Date.parse(at) - Date.parse(now);
  if (leftMs <= 0 || leftMs > renewalNoticeMs) return [];
  return [{ kind: 'renewal_upcoming', cause: at, facts: { plan, renewsAt: at } }];
};

/** Reminds of a failed payment on each of its days, once. After an outage, only the latest one is sent. */
const paymentReminder = ({ account }: BillingState, now: Instant): Notification[] => {
  const since = paymentFailedSince(account);
  if (since === undefined) return [];
  const elapsedMs = Date.parse(now) - Date.parse(since);
  const day = paymentReminderDays.findLast((days) => days * dayMs <= elapsedMs);
  if (day === undefined) return [];
  const facts = { day, since, invoices: account.unpaidInvoices.length };
  return [{ kind: 'payment_reminder', cause: `${since}#${day}`, facts }];
};

/**
 * Returns the reminders of an account that are due. Their causes give each mail once, however often this is called.
 * @param state after its due renewals.
 */
export const remindersOf = (state: BillingState, now: Instant): Notification[] => [
  ...poolNames.flatMap((name) => lowOrEmpty(state, name, now)),
  ...yearlyRenewal(state, now),
  ...paymentReminder(state, now),
];
