import { compareText } from '@scangate/engines/model/compare-text';
import type { Instant, Subscription } from '../records.ts';
import type { Notification } from '../mail/notifications.ts';
import { recordFailedPayment, recordResolvedPayment } from './payment-hold.ts';
import { startPlan } from '../plans/plan-change.ts';
import { endPlan } from '../plans/end-plan.ts';
import { addonSizeOfPrice, subscriptionOfPrice } from '../plans/prices.ts';
import { renewPaidSubscription } from '../plans/renew-paid-subscription.ts';
import { addonSizeForPlan, endSastAddon, renewSastAddon, startSastAddon } from '../plans/sast-addon.ts';
import { addLicenses } from '../licenses/change-license-count.ts';
import {
  andThen,
  noChange,
  withAccount,
  type BillingState,
  type BillingOutcome,
} from '../accounts/billing-state.ts';
import {
  isUnpaid,
  type ProviderInvoice,
  type ProviderInvoiceLine,
  type ProviderSubscription,
} from './provider-objects.ts';

/** A rule's outcome, with a letter if it did anything. */
const telling = (state: BillingState, outcome: BillingOutcome, letter: Notification): BillingOutcome =>
  outcome.state === state && outcome.entries.length === 0
    ? outcome
    : { ...outcome, notifications: [...(outcome.notifications ?? []), letter] };

const factsOf = ({ number, amountPaid, amountDue, currency, hostedUrl, status }: ProviderInvoice) => ({
  invoice: number,
  amount: status === 'paid' ? amountPaid : amountDue,
  currency,
  ...(hostedUrl !== undefined && { hostedUrl }),
});

/** The line of a whole period: what a first invoice and a renewal are about. */
const wholeLine = ({ lines }: ProviderInvoice): ProviderInvoiceLine | undefined =>
  lines.find(({ proration, price }) => !proration && price !== undefined);

const startPaid = (
  state: BillingState,
  terms: Subscription,
  { startAt, endAt }: ProviderInvoiceLine,
  now: Instant,
): BillingOutcome =>
  startPlan(state, { to: terms, terms: { renewedBy: 'invoice', paidUntilAt: endAt }, at: startAt }, now);

/**
 * What is paid is given, and it ends with it: of a subscription that was to end, and was charged all the same. Periods
 * that are over give nothing any more.
 */
const paidAfterEnd = (
  state: BillingState,
  terms: Subscription,
  line: ProviderInvoiceLine,
  now: Instant,
): BillingOutcome => {
  const started = startPaid(state, terms, line, now);
  if (started.state === state) return started;
  return { ...started, state: withAccount(started.state, { endsAt: line.endAt }) };
};

const planPaid = (state: BillingState, invoice: ProviderInvoice, now: Instant): BillingOutcome => {
  const line = wholeLine(invoice);
  const terms = line && subscriptionOfPrice(line.price, line.quantity);
  if (!line || !terms) return noChange(state);
  const cause = invoice.invoiceId;
  const facts = { plan: terms.plan, interval: terms.interval, ...factsOf(invoice) };
  if (invoice.reason === 'create')
    return telling(state, startPaid(state, terms, line, now), { kind: 'subscription_active', cause, facts });
  const renewed =
    state.account.renewedBy === 'invoice'
      ? renewPaidSubscription(state, { period: line, sold: terms }, now)
      : paidAfterEnd(state, terms, line, now);
  return telling(state, renewed, { kind: 'receipt', cause, facts });
};

/**
 * More licences within the period that is paid; those of a period before are no news, and those of one that is not paid
 * yet are given after it, or what is renewed would undo them.
 */
const licensesPaid = (state: BillingState, invoice: ProviderInvoice, now: Instant): BillingOutcome => {
  const { plan, renewedBy, paidUntilAt = '' } = state.account;
  const sold = invoice.lines.filter(
    ({ price, startAt, endAt }) =>
      subscriptionOfPrice(price, 1) && startAt < paidUntilAt && endAt >= paidUntilAt,
  );
  const licenses = Math.max(0, ...sold.map(({ quantity }) => quantity));
  if (plan !== 'Team' || renewedBy !== 'invoice' || licenses === 0) return noChange(state);
  return addLicenses(state, { licenses, invoiceId: invoice.invoiceId, since: invoice.createdAt }, now);
};

/** The add-on has the size that goes with the plan by now, whichever was ordered; with Free goes none. */
const addonStarted = (
  state: BillingState,
  { startAt, endAt }: ProviderInvoiceLine,
  now: Instant,
): BillingOutcome => {
  const size = addonSizeForPlan(state.account.plan);
  return size === undefined || endAt <= now
    ? noChange(state)
    : startSastAddon(state, { size, at: startAt, paidUntilAt: endAt }, now);
};

const cancelledAt = (outcome: BillingOutcome, cancelsAt: Instant): BillingOutcome => {
  const { sastAddon } = outcome.state.account;
  return sastAddon
    ? { ...outcome, state: withAccount(outcome.state, { sastAddon: { ...sastAddon, cancelsAt } }) }
    : outcome;
};

const addonPaid = (state: BillingState, invoice: ProviderInvoice, now: Instant): BillingOutcome => {
  const line = wholeLine(invoice);
  if (!line) return noChange(state);
  const { sastAddon } = state.account;
  const facts = { sastAddon: addonSizeOfPrice(line.price) ?? '', ...factsOf(invoice) };
  const letter: Notification = { kind: 'receipt', cause: invoice.invoiceId, facts };
  if (sastAddon)
    return telling(state, renewSastAddon(state, { at: line.startAt, paidUntilAt: line.endAt }, now), letter);
  const started = addonStarted(state, line, now);
  const kept = invoice.reason === 'create' ? started : cancelledAt(started, line.endAt);
  return telling(state, kept, letter);
};

const isPlan = ({ price }: ProviderSubscription): boolean => subscriptionOfPrice(price, 1) !== undefined;

const invoicePaid = (
  state: BillingState,
  invoice: ProviderInvoice,
  subscription: ProviderSubscription,
  now: Instant,
): BillingOutcome => {
  if (subscription.status === 'ended' || invoice.reason === 'other') return noChange(state);
  if (!isPlan(subscription)) return addonPaid(state, invoice, now);
  return invoice.reason === 'update' ? licensesPaid(state, invoice, now) : planPaid(state, invoice, now);
};

/**
 * Only a renewal that fails holds work: a first payment never made a subscription, and a change that is not paid is not
 * made (billing.md, "subscription invoice fails").
 */
const invoiceUnpaid = (
  state: BillingState,
  invoice: ProviderInvoice,
  subscription: ProviderSubscription,
): BillingOutcome => {
  const { invoiceId, reason, failedAt } = invoice;
  if (subscription.status === 'ended') return recordResolvedPayment(state, invoiceId);
  if (reason !== 'cycle' || failedAt === undefined) return noChange(state);
  const failed = recordFailedPayment(state, invoiceId, failedAt);
  const isKnown = state.account.unpaidInvoices.some((unpaid) => unpaid.invoiceId === invoiceId);
  const letter: Notification = { kind: 'payment_failed', cause: invoiceId, facts: factsOf(invoice) };
  return isKnown ? failed : telling(state, failed, letter);
};

const settleInvoice = (
  state: BillingState,
  invoice: ProviderInvoice,
  subscription: ProviderSubscription,
  now: Instant,
): BillingOutcome => {
  // Written off at the till, it is unpaid all the same, and can be paid.
  if (isUnpaid(invoice)) return invoiceUnpaid(state, invoice, subscription);
  const settled =
    invoice.status === 'paid' ? invoicePaid(state, invoice, subscription, now) : noChange(state);
  return andThen(settled, (after) => recordResolvedPayment(after, invoice.invoiceId));
};

const ended = (state: BillingState, subscription: ProviderSubscription, now: Instant): BillingOutcome => {
  const at = subscription.endedAt ?? now;
  if (isPlan(subscription))
    return state.account.renewedBy === 'invoice' ? endPlan(state, now, at) : noChange(state);
  return state.account.sastAddon?.paidUntilAt === undefined ? noChange(state) : endSastAddon(state, now, at);
};

const reasons = ['create', 'cycle', 'update', 'other'];

/** The oldest first; of one second, a period before what was changed within it. */
const inTime = (a: ProviderInvoice, b: ProviderInvoice): number =>
  compareText(a.createdAt, b.createdAt) || reasons.indexOf(a.reason) - reasons.indexOf(b.reason);

/**
 * Makes an account agree with a subscription of its own: with all of its invoices, the oldest first, and with its end.
 * A function of what is true at the till, not of the messages about it: in whatever order and however often they come,
 * the account is the same in the end.
 * @param isCurrent whether it is the one that gives the plan, or the add-on; another has no say, but for its own debts.
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
  const inOrder = invoices.toSorted(inTime);
  const asEnded: ProviderSubscription = { ...subscription, status: 'ended' };
  const settled = inOrder.reduce(
    (outcome, invoice) =>
      andThen(outcome, (next) => settleInvoice(next, invoice, isCurrent ? subscription : asEnded, now)),
    noChange(state),
  );
  return isCurrent && subscription.status === 'ended'
    ? andThen(settled, (next) => ended(next, subscription, now))
    : settled;
};
