import { compareText } from '@scangate/engines/model/compare-text';
import {
  andThen,
  noChange,
  withAccount,
  type BillingOutcome,
  type BillingState,
} from '../accounts/billing-state.ts';
import { addLicenses } from '../licenses/change-license-count.ts';
import type { Notification } from '../mail/notifications.ts';
import { endPlan } from '../plans/end-plan.ts';
import { startPlan } from '../plans/plan-change.ts';
import { addonSizeOfPrice, subscriptionOfPrice } from '../plans/price-names.ts';
import { renewPaidSubscription } from '../plans/renew-paid-subscription.ts';
import { addonSizeForPlan, endSastAddon, renewSastAddon, startSastAddon } from '../plans/sast-addon.ts';
import type { Instant, Subscription } from '../records.ts';
import { recordFailedPayment, recordResolvedPayment } from './payment-hold.ts';
import {
  isUnpaid,
  type ProviderInvoice,
  type ProviderInvoiceLine,
  type ProviderSubscription,
} from './provider-objects.ts';

/** Adds a mail to an outcome, if the rule changed anything. */
const withMail = (state: BillingState, outcome: BillingOutcome, mail: Notification): BillingOutcome =>
  outcome.state === state && outcome.entries.length === 0
    ? outcome
    : { ...outcome, notifications: [...(outcome.notifications ?? []), mail] };

const invoiceFacts = ({ number, amountPaid, amountDue, currency, hostedUrl, status }: ProviderInvoice) => ({
  invoice: number,
  amount: status === 'paid' ? amountPaid : amountDue,
  currency,
  ...(hostedUrl !== undefined && { hostedUrl }),
});

/** The line of a whole period, as on a first invoice and on a renewal. */
const wholePeriodLine = ({ lines }: ProviderInvoice): ProviderInvoiceLine | undefined =>
  lines.find(({ proration, price }) => !proration && price !== undefined);

interface PaidPlan {
  to: Subscription;
  line: ProviderInvoiceLine;
}

const startPaidPlan = (state: BillingState, { to, line }: PaidPlan, now: Instant): BillingOutcome =>
  startPlan(state, { to, terms: { renewedBy: 'invoice', paidUntilAt: line.endAt }, at: line.startAt }, now);

/** A renewal that was paid after the plan ended restarts the plan until the end of the paid period. */
const startEndingPlan = (state: BillingState, paid: PaidPlan, now: Instant): BillingOutcome => {
  const started = startPaidPlan(state, paid, now);
  if (started.state === state) return started;
  return { ...started, state: withAccount(started.state, { endsAt: paid.line.endAt }) };
};

const applyPaidPlan = (state: BillingState, invoice: ProviderInvoice, now: Instant): BillingOutcome => {
  const line = wholePeriodLine(invoice);
  const to = line && subscriptionOfPrice(line.price, line.quantity);
  if (!line || !to) return noChange(state);
  const cause = invoice.invoiceId;
  const facts = { plan: to.plan, interval: to.interval, ...invoiceFacts(invoice) };
  if (invoice.reason === 'create') {
    const started = startPaidPlan(state, { to, line }, now);
    return withMail(state, started, { kind: 'subscription_active', cause, facts });
  }
  const renewed =
    state.account.renewedBy === 'invoice'
      ? renewPaidSubscription(state, { period: line, sold: to }, now)
      : startEndingPlan(state, { to, line }, now);
  return withMail(state, renewed, { kind: 'receipt', cause, facts });
};

/**
 * Adds the licenses of a paid proration within the paid period. Those of an earlier period are already in force.
 * Those of a period that is not paid yet are added after its renewal, which would otherwise undo them.
 */
const applyPaidLicenses = (state: BillingState, invoice: ProviderInvoice, now: Instant): BillingOutcome => {
  const { plan, renewedBy, paidUntilAt = '' } = state.account;
  const sold = invoice.lines.filter(
    ({ price, startAt, endAt }) =>
      subscriptionOfPrice(price, 1) && startAt < paidUntilAt && endAt >= paidUntilAt,
  );
  if (plan !== 'Team' || renewedBy !== 'invoice' || sold.length === 0) return noChange(state);
  const licenses = Math.max(...sold.map(({ quantity }) => quantity));
  return addLicenses(state, { licenses, invoiceId: invoice.invoiceId, since: invoice.createdAt }, now);
};

/** Starts the add-on in the size of the current plan, whichever size was ordered. Free has none. */
const startPaidAddon = (
  state: BillingState,
  { startAt, endAt }: ProviderInvoiceLine,
  now: Instant,
): BillingOutcome => {
  const size = addonSizeForPlan(state.account.plan);
  return size === undefined || endAt <= now
    ? noChange(state)
    : startSastAddon(state, { size, at: startAt, paidUntilAt: endAt }, now);
};

const cancelAddonAt = (outcome: BillingOutcome, cancelsAt: Instant): BillingOutcome => {
  const { sastAddon } = outcome.state.account;
  return sastAddon
    ? { ...outcome, state: withAccount(outcome.state, { sastAddon: { ...sastAddon, cancelsAt } }) }
    : outcome;
};

const applyPaidAddon = (state: BillingState, invoice: ProviderInvoice, now: Instant): BillingOutcome => {
  const line = wholePeriodLine(invoice);
  if (!line) return noChange(state);
  const facts = { sastAddon: addonSizeOfPrice(line.price) ?? '', ...invoiceFacts(invoice) };
  const receipt: Notification = { kind: 'receipt', cause: invoice.invoiceId, facts };
  if (state.account.sastAddon) {
    const renewed = renewSastAddon(state, { at: line.startAt, paidUntilAt: line.endAt }, now);
    return withMail(state, renewed, receipt);
  }
  const started = startPaidAddon(state, line, now);
  // A renewal that was paid after the add-on ended restarts it until the end of the paid period.
  const outcome = invoice.reason === 'create' ? started : cancelAddonAt(started, line.endAt);
  return withMail(state, outcome, receipt);
};

const isPlan = ({ price }: ProviderSubscription): boolean => subscriptionOfPrice(price, 1) !== undefined;

interface SubscriptionInvoice {
  invoice: ProviderInvoice;
  subscription: ProviderSubscription;
}

const applyPaidInvoice = (
  state: BillingState,
  { invoice, subscription }: SubscriptionInvoice,
  now: Instant,
): BillingOutcome => {
  if (subscription.status === 'ended' || invoice.reason === 'other') return noChange(state);
  if (!isPlan(subscription)) return applyPaidAddon(state, invoice, now);
  return invoice.reason === 'update'
    ? applyPaidLicenses(state, invoice, now)
    : applyPaidPlan(state, invoice, now);
};

/**
 * Only the failed payment of a renewal holds billable work: an unpaid first invoice never started a subscription, and an
 * unpaid change is not in force (docs/adr/0010-payments.md).
 */
const applyUnpaidInvoice = (
  state: BillingState,
  { invoice, subscription }: SubscriptionInvoice,
): BillingOutcome => {
  const { invoiceId, reason, failedAt } = invoice;
  if (subscription.status === 'ended') return recordResolvedPayment(state, invoiceId);
  if (reason !== 'cycle' || failedAt === undefined) return noChange(state);
  const failed = recordFailedPayment(state, invoiceId, failedAt);
  const isKnown = state.account.unpaidInvoices.some((unpaid) => unpaid.invoiceId === invoiceId);
  if (isKnown) return failed;
  return withMail(state, failed, {
    kind: 'payment_failed',
    cause: invoiceId,
    facts: invoiceFacts(invoice),
  });
};

const applyInvoice = (state: BillingState, paid: SubscriptionInvoice, now: Instant): BillingOutcome => {
  const { invoice } = paid;
  // An uncollectible invoice is unpaid as well, and can still be paid.
  if (isUnpaid(invoice)) return applyUnpaidInvoice(state, paid);
  const applied = invoice.status === 'paid' ? applyPaidInvoice(state, paid, now) : noChange(state);
  return andThen(applied, (after) => recordResolvedPayment(after, invoice.invoiceId));
};

const applyEnd = (state: BillingState, subscription: ProviderSubscription, now: Instant): BillingOutcome => {
  const at = subscription.endedAt ?? now;
  if (isPlan(subscription))
    return state.account.renewedBy === 'invoice' ? endPlan(state, now, at) : noChange(state);
  return state.account.sastAddon?.paidUntilAt === undefined ? noChange(state) : endSastAddon(state, now, at);
};

const reasons = ['create', 'cycle', 'update', 'other'];

/** The oldest invoice first; of the same second, a period before a change within it. */
const compareInvoices = (a: ProviderInvoice, b: ProviderInvoice): number =>
  compareText(a.createdAt, b.createdAt) || reasons.indexOf(a.reason) - reasons.indexOf(b.reason);

/**
 * Applies the state of a subscription at the payment provider to its account: all of its invoices, the oldest first,
 * and its end. The result depends on the state at the provider, not on the events about it, so that lost, repeated
 * and shuffled events lead to the same account (docs/adr/0010-payments.md).
 * @param isCurrent whether the plan or the add-on comes from this subscription. Any other one only changes its own
 * unpaid invoices.
 */
export const applyProviderSubscription = (
  state: BillingState,
  {
    subscription,
    invoices,
    isCurrent,
  }: {
    subscription: ProviderSubscription;
    invoices: readonly ProviderInvoice[];
    isCurrent: boolean;
  },
  now: Instant,
): BillingOutcome => {
  const effective: ProviderSubscription = isCurrent ? subscription : { ...subscription, status: 'ended' };
  const applied = invoices
    .toSorted(compareInvoices)
    .reduce(
      (outcome, invoice) =>
        andThen(outcome, (next) => applyInvoice(next, { invoice, subscription: effective }, now)),
      noChange(state),
    );
  return isCurrent && subscription.status === 'ended'
    ? andThen(applied, (next) => applyEnd(next, subscription, now))
    : applied;
};
