import { dayMs } from '../instant.ts';
import { boughtLicenses } from '../plans/entitlements.ts';
import { upcomingPlanChange } from '../plans/plan-change.ts';
import { priceOfAddon, priceOfPlan, type PriceName } from '../plans/price-names.ts';
import { addonSizeForPlan } from '../plans/sast-addon.ts';
import type { Account, Instant, PaymentAccount } from '../records.ts';
import type { ProviderSubscription } from './provider-objects.ts';

interface PricedItem {
  price: PriceName;
  quantity: number;
}

/** One call that brings the payment provider closer to the account. */
export type ReconcileStep =
  /** The order is fulfilled at the provider, but not applied to the account yet. */
  | { do: 'apply_subscription'; subscriptionId: string }
  | { do: 'release_schedule'; scheduleId: string }
  | { do: 'cancel_at_period_end'; subscriptionId: string; cancels: boolean }
  | ({ do: 'schedule_next'; subscriptionId: string } & PricedItem)
  | { do: 'raise_quantity'; subscriptionId: string; quantity: number }
  | ({ do: 'start_addon' } & PricedItem)
  | ({ do: 'set_next_quantity'; subscriptionId: string } & PricedItem)
  | { do: 'cancel_now'; subscriptionId: string }
  | { do: 'apply_promotion'; subscriptionId: string; promotionId: string };

/** The subscriptions of an account as the payment provider has them now. */
export interface ProviderState {
  subscription?: ProviderSubscription;
  addon?: ProviderSubscription;
  /** Add-ons whose plan has ended. */
  endingAddons?: ProviderSubscription[];
}

const isActive = (subscription: ProviderSubscription | undefined): subscription is ProviderSubscription =>
  subscription !== undefined && subscription.status !== 'ended' && subscription.status !== 'incomplete';

const isSameItem = (a: PricedItem | undefined, b: PricedItem): boolean =>
  a?.price === b.price && a.quantity === b.quantity;

/** An order whose result is unknown is dropped after a day, when its buyer no longer expects a charge. */
const orderLifetimeMs = dayMs;

/** Whether an order may still be fulfilled. */
export const isOrderPending = <T extends { at: Instant }>(order: T | undefined, now: Instant): order is T =>
  order !== undefined && Date.parse(now) - Date.parse(order.at) < orderLifetimeMs;

/**
 * Ordered licenses come first: the provider refuses them while there is a schedule, which a later step creates
 * again.
 */
const stepToLicenses = (
  { licensesOrder }: PaymentAccount,
  subscription: ProviderSubscription,
  now: Instant,
): ReconcileStep | undefined => {
  if (!isOrderPending(licensesOrder, now)) return undefined;
  const { subscriptionId, schedule, quantity } = subscription;
  if (quantity >= licensesOrder.licenses) return { do: 'apply_subscription', subscriptionId };
  if (schedule) return { do: 'release_schedule', scheduleId: schedule.scheduleId };
  return { do: 'raise_quantity', subscriptionId, quantity: licensesOrder.licenses };
};

/** Returns the step toward the state after the current period: its end, a change, or the same terms again. */
const stepToRenewal = (
  account: Account,
  subscription: ProviderSubscription,
  now: Instant,
): ReconcileStep | undefined => {
  const { subscriptionId, schedule, cancelsAtPeriodEnd } = subscription;
  const ends = account.endsAt !== undefined;
  const pending = ends ? undefined : upcomingPlanChange(account, now);
  const next = pending && priceOfPlan(pending);
  const isScheduled = next ? isSameItem(schedule?.next, next) : schedule?.next === undefined;
  // A schedule without a next phase is being created or in its last phase: it changes nothing, and may be continued.
  const mustRelease = schedule && ((!next && !isScheduled) || cancelsAtPeriodEnd !== ends);
  if (mustRelease) return { do: 'release_schedule', scheduleId: schedule.scheduleId };
  if (cancelsAtPeriodEnd !== ends) return { do: 'cancel_at_period_end', subscriptionId, cancels: ends };
  return next && !isScheduled ? { do: 'schedule_next', subscriptionId, ...next } : undefined;
};

interface AddonFacts {
  account: Account;
  paymentAccount: PaymentAccount;
  addon: ProviderSubscription | undefined;
}

const stepToAddon = (
  { account, paymentAccount, addon }: AddonFacts,
  now: Instant,
): ReconcileStep | undefined => {
  const { sastAddon } = account;
  const { addonOrder } = paymentAccount;
  const size = account.renewedBy === 'invoice' ? addonSizeForPlan(account.plan) : undefined;
  if (size === undefined)
    return isActive(addon) ? { do: 'cancel_now', subscriptionId: addon.subscriptionId } : undefined;
  const item = priceOfAddon(size, boughtLicenses(account));
  if (!isActive(addon))
    return isOrderPending(addonOrder, now) && !sastAddon ? { do: 'start_addon', ...item } : undefined;
  const { subscriptionId, price, quantity } = addon;
  // Without an order, the add-on has ended in the account, and ends at the provider by itself.
  if (!sastAddon) return addonOrder ? { do: 'apply_subscription', subscriptionId } : undefined;
  const ends = sastAddon.cancelsAt !== undefined;
  if (addon.cancelsAtPeriodEnd !== ends) return { do: 'cancel_at_period_end', subscriptionId, cancels: ends };
  const isCurrent = price !== undefined && isSameItem({ price, quantity }, item);
  return isCurrent || ends ? undefined : { do: 'set_next_quantity', subscriptionId, ...item };
};

/**
 * Returns whether the provider began another period although the plan has ended, because it learned that too late.
 * The subscription is canceled before that period is charged. A first payment in progress and a subscription that is
 * ending are left alone.
 */
const isLeftOver = (
  { plan }: Account,
  { cancelsAtPeriodEnd, startAt, periodStartAt, periodEndAt }: ProviderSubscription,
  now: Instant,
): boolean => plan === 'Free' && periodStartAt > startAt && !(cancelsAtPeriodEnd && periodEndAt <= now);

/**
 * Returns the next call that reconciles the payment provider with an account; undefined when they agree. It is
 * decided from the state at the provider alone, so that the decision can be repeated after every call and after
 * every crash.
 */
export const nextReconcileStep = (
  {
    account,
    paymentAccount,
    provider: { subscription, addon, endingAddons = [] },
  }: { account: Account; paymentAccount: PaymentAccount; provider: ProviderState },
  now: Instant,
): ReconcileStep | undefined => {
  const ending = endingAddons.find(isActive);
  if (ending) return { do: 'cancel_now', subscriptionId: ending.subscriptionId };
  if (account.renewedBy === 'invoice' && isActive(subscription)) {
    const step =
      stepToLicenses(paymentAccount, subscription, now) ?? stepToRenewal(account, subscription, now);
    if (step) return step;
    const { subscriptionId } = subscription;
    const { promotionId } = paymentAccount;
    if (promotionId !== undefined) return { do: 'apply_promotion', subscriptionId, promotionId };
  }
  if (account.renewedBy !== 'invoice' && isActive(subscription) && isLeftOver(account, subscription, now))
    return { do: 'cancel_now', subscriptionId: subscription.subscriptionId };
  return stepToAddon({ account, paymentAccount, addon }, now);
};
