import { Problem } from '../problem.ts';
import { differs } from '../record-difference.ts';
import type { Account, Instant, UnpaidInvoice } from '../records.ts';
import { noChange, withAccount, type BillingState, type BillingOutcome } from '../accounts/billing-state.ts';

/** The latest failure among the unpaid subscription invoices, if any. */
export const lastPaymentFailedAt = ({
  unpaidInvoices,
}: Pick<Account, 'unpaidInvoices'>): Instant | undefined =>
  unpaidInvoices
    .map(({ failedAt }) => failedAt)
    .toSorted()
    .at(-1);

/** Returns the first failure among the unpaid subscription invoices, if any: billable work is refused since then. */
export const paymentFailedSince = ({
  unpaidInvoices,
}: Pick<Account, 'unpaidInvoices'>): Instant | undefined =>
  unpaidInvoices.map(({ failedAt, failingSince = failedAt }) => failingSince).toSorted()[0];

/** Returns the invoice with one more failure. Reports may arrive in any order. */
const withFailure = (known: UnpaidInvoice, reportedAt: Instant): UnpaidInvoice => {
  const { invoiceId, failedAt, failingSince = failedAt } = known;
  const [first = reportedAt] = [failingSince, reportedAt].toSorted();
  const last = reportedAt > failedAt ? reportedAt : failedAt;
  return { invoiceId, failedAt: last, ...(first < last && { failingSince: first }) };
};

/**
 * Adds a failed subscription invoice to the unpaid ones; a known invoice keeps its first and its latest failure. On
 * Free there is no subscription to hold: the invoice never started one, or belongs to one that ended.
 */
export const recordFailedPayment = (
  state: BillingState,
  invoiceId: string,
  failedAt: Instant,
): BillingOutcome => {
  const { plan, unpaidInvoices } = state.account;
  if (plan === 'Free') return noChange(state);
  const known = unpaidInvoices.find((invoice) => invoice.invoiceId === invoiceId);
  const unpaid = known ? withFailure(known, failedAt) : { invoiceId, failedAt };
  if (known && !differs(known, unpaid)) return noChange(state);
  const others = unpaidInvoices.filter((invoice) => invoice !== known);
  const isLater = !known || failedAt > known.failedAt;
  return {
    state: withAccount(state, { unpaidInvoices: [...others, unpaid] }),
    entries: [],
    auditNotes: isLater
      ? [{ action: 'payment.failed', cause: `${invoiceId}#${failedAt}`, after: { invoiceId, failedAt } }]
      : [],
  };
};

/** Removes an invoice that is paid or void. The hold ends with the last unpaid invoice. */
export const recordResolvedPayment = (state: BillingState, invoiceId: string): BillingOutcome => {
  const left = state.account.unpaidInvoices.filter((invoice) => invoice.invoiceId !== invoiceId);
  if (left.length === state.account.unpaidInvoices.length) return noChange(state);
  return {
    state: withAccount(state, { unpaidInvoices: left }),
    entries: [],
    auditNotes: [{ action: 'payment.resolved', cause: invoiceId, after: { invoiceId, unpaid: left.length } }],
  };
};

/** @throws Problem payment_failed while any subscription invoice is unpaid. */
export const requireNoPaymentHold = (account: Pick<Account, 'unpaidInvoices'>): void => {
  const failedAt = lastPaymentFailedAt(account);
  if (failedAt === undefined) return;
  throw new Problem('payment_failed', {
    detail: 'A subscription payment failed. Update the payment method; scans resume once it is paid.',
    lastPaymentFailedAt: failedAt,
  });
};
