import type { Account, Instant, PaymentAccount } from '../records.ts';
import { boughtLicenses } from '../plans/entitlements.ts';
import { upcomingPlanChange } from '../plans/plan-change.ts';
import { priceOfAddon, priceOfPlan, type PriceName } from '../plans/prices.ts';
import { addonSizeForPlan } from '../plans/sast-addon.ts';
import type { ProviderSubscription } from './provider-objects.ts';

interface Sold {
  price: PriceName;
  quantity: number;
}

/** One call that brings the till nearer to what is wanted. */
export type ReconcileStep =
  /** What was ordered is there, and was not heard of. */
  | { do: 'settle'; subscriptionId: string }
  | { do: 'release_schedule'; scheduleId: string }
  | { do: 'cancel_at_period_end'; subscriptionId: string; cancels: boolean }
  | ({ do: 'schedule_next'; subscriptionId: string } & Sold)
  | { do: 'raise_quantity'; subscriptionId: string; quantity: number }
  | ({ do: 'start_addon' } & Sold)
  | ({ do: 'set_next_quantity'; subscriptionId: string } & Sold)
  | { do: 'cancel_now'; subscriptionId: string }
  | { do: 'apply_promotion'; subscriptionId: string; promotionId: string };

/** What is at the till now. */
export interface ProviderState {
  subscription?: ProviderSubscription;
  addon?: ProviderSubscription;
}

const isAlive = (subscription: ProviderSubscription | undefined): subscription is ProviderSubscription =>
  subscription !== undefined && subscription.status !== 'ended' && subscription.status !== 'incomplete';

const isSame = (a: Sold | undefined, b: Sold): boolean => a?.price === b.price && a.quantity === b.quantity;

/** Whoever ordered it was told that it is not known yet; after a day nobody expects to be charged for it any more. */
const orderMs = 24 * 3_600_000;
export const isOrderPending = <T extends { at: Instant }>(order: T | undefined, now: Instant): order is T =>
  order !== undefined && Date.parse(now) - Date.parse(order.at) < orderMs;

/** Licences that are ordered come first, and alone: the till refuses them beside a schedule, which is rebuilt after. */
const stepToLicenses = (
  { licensesOrder }: PaymentAccount,
  seen: ProviderSubscription,
  now: Instant,
): ReconcileStep | undefined => {
  if (!isOrderPending(licensesOrder, now)) return undefined;
  const { subscriptionId, schedule, quantity } = seen;
  if (quantity >= licensesOrder.licenses) return { do: 'settle', subscriptionId };
  if (schedule) return { do: 'release_schedule', scheduleId: schedule.scheduleId };
  return { do: 'raise_quantity', subscriptionId, quantity: licensesOrder.licenses };
};

/** What follows the period under way: its end, something else, or the same again. */
const stepToRenewal = (
  account: Account,
  seen: ProviderSubscription,
  now: Instant,
): ReconcileStep | undefined => {
  const { subscriptionId, schedule, cancelsAtPeriodEnd } = seen;
  const ends = account.endsAt !== undefined;
  const pending = ends ? undefined : upcomingPlanChange(account, now);
  const wanted = pending && priceOfPlan(pending);
  const isArranged = wanted ? isSame(schedule?.next, wanted) : schedule?.next === undefined;
  // A schedule whose last phase has begun does no harm, but that it must go before anything else is changed.
  const isInTheWay = schedule && (!isArranged || cancelsAtPeriodEnd !== ends);
  if (isInTheWay) return { do: 'release_schedule', scheduleId: schedule.scheduleId };
  if (cancelsAtPeriodEnd !== ends) return { do: 'cancel_at_period_end', subscriptionId, cancels: ends };
  return wanted && !isArranged ? { do: 'schedule_next', subscriptionId, ...wanted } : undefined;
};

const stepToAddon = (
  account: Account,
  till: PaymentAccount,
  seen: ProviderSubscription | undefined,
  now: Instant,
): ReconcileStep | undefined => {
  const { sastAddon } = account;
  const size = account.renewedBy === 'invoice' ? addonSizeForPlan(account.plan) : undefined;
  if (size === undefined)
    return isAlive(seen) ? { do: 'cancel_now', subscriptionId: seen.subscriptionId } : undefined;
  const wanted = priceOfAddon(size, boughtLicenses(account));
  if (!isAlive(seen))
    return isOrderPending(till.addonOrder, now) && !sastAddon ? { do: 'start_addon', ...wanted } : undefined;
  // Paid and not heard of yet, or over by its time and not yet there: the till will say.
  if (!sastAddon) return till.addonOrder ? { do: 'settle', subscriptionId: seen.subscriptionId } : undefined;
  const { subscriptionId, price, quantity } = seen;
  const ends = sastAddon.cancelsAt !== undefined;
  if (seen.cancelsAtPeriodEnd !== ends) return { do: 'cancel_at_period_end', subscriptionId, cancels: ends };
  const isNext = price !== undefined && isSame({ price, quantity }, wanted);
  return isNext || ends ? undefined : { do: 'set_next_quantity', subscriptionId, ...wanted };
};

/**
 * The plan is over, and the till, which did not hear of that in time, has begun another period: ended before that is
 * collected. Not where a first payment is only waited for, nor what ends there just now.
 */
const isLeftOver = (
  { plan }: Account,
  { cancelsAtPeriodEnd, startAt, periodStartAt, periodEndAt }: ProviderSubscription,
  now: Instant,
): boolean => plan === 'Free' && periodStartAt > startAt && !(cancelsAtPeriodEnd && periodEndAt <= now);

/**
 * The next call that makes the till agree with an account; undefined when it does. Decided from what is seen there, so
 * that it may be asked again after each call, after a cut, and after years.
 */
export const nextReconcileStep = (
  {
    account,
    paymentAccount,
    provider: { subscription, addon },
  }: { account: Account; paymentAccount: PaymentAccount; provider: ProviderState },
  now: Instant,
): ReconcileStep | undefined => {
  if (account.renewedBy === 'invoice' && isAlive(subscription)) {
    const step =
      stepToLicenses(paymentAccount, subscription, now) ?? stepToRenewal(account, subscription, now);
    if (step) return step;
    const { subscriptionId } = subscription;
    const { promotionId } = paymentAccount;
    if (promotionId !== undefined) return { do: 'apply_promotion', subscriptionId, promotionId };
  }
  if (account.renewedBy !== 'invoice' && isAlive(subscription) && isLeftOver(account, subscription, now))
    return { do: 'cancel_now', subscriptionId: subscription.subscriptionId };
  return stepToAddon(account, paymentAccount, addon, now);
};
