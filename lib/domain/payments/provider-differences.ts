import { hourMs } from '../instant.ts';
import { subscriptionOfPrice } from '../plans/price-names.ts';
import type { Account, Instant } from '../records.ts';
import type { ProviderState } from './next-reconcile-step.ts';
import type { ProviderSubscription } from './provider-objects.ts';

/** The provider collects a renewal about an hour after its period began. */
const collectionMs = 3 * hourMs;

const isLive = (subscription: ProviderSubscription | undefined): subscription is ProviderSubscription =>
  subscription?.status === 'active' || subscription?.status === 'past_due';

/** Whether the current period of a subscription is paid. */
const isPaid = ({ status, periodStartAt }: ProviderSubscription, now: Instant): boolean =>
  status === 'active' && Date.parse(now) - Date.parse(periodStartAt) > collectionMs;

const samePlan = (account: Account, { price, quantity, periodEndAt }: ProviderSubscription): boolean => {
  const sold = subscriptionOfPrice(price, quantity);
  return (
    sold?.plan === account.plan &&
    sold.interval === account.interval &&
    sold.licenses === account.licenses &&
    periodEndAt === account.paidUntilAt
  );
};

const isPlanDifferent = (
  account: Account,
  subscription: ProviderSubscription | undefined,
  now: Instant,
): boolean => {
  const isInvoiced = account.renewedBy === 'invoice';
  if (!isLive(subscription)) return isInvoiced;
  if (!isPaid(subscription, now)) return false;
  const isEnding = subscription.cancelsAtPeriodEnd && subscription.periodEndAt <= now;
  return isInvoiced ? !samePlan(account, subscription) : !isEnding;
};

const isAddonDifferent = (
  { sastAddon, renewedBy }: Account,
  addon: ProviderSubscription | undefined,
  now: Instant,
): boolean => {
  if (sastAddon?.paidUntilAt === undefined || renewedBy !== 'invoice') return false;
  if (!isLive(addon)) return true;
  return isPaid(addon, now) && addon.periodEndAt !== sastAddon.paidUntilAt;
};

/**
 * Returns whether an account and the payment provider disagree about what is bought and paid, although no step is
 * left to reconcile them: somebody changed one of them by hand, or an event was applied wrongly.
 */
export const differsFromProvider = (
  account: Account,
  { subscription, addon }: ProviderState,
  now: Instant,
): boolean =>
  isPlanDifferent(account, subscription, now) ||
  isAddonDifferent(account, addon, now) ||
  (subscription?.status === 'past_due' && account.unpaidInvoices.length === 0);
