import { Problem } from '../problem.ts';
import type { Account, Instant } from '../records.ts';
import { lastPaymentFailedAt } from '../plans/entitlements.ts';
import { noChange, withAccount, type BillingState, type BillingOutcome } from '../accounts/billing-state.ts';

/**
 * A failed subscription invoice joins the set of the unpaid; told again, it keeps its latest failure. Free has no
 * subscription: what fails there never became one, or is over (billing.md, "subscription invoice fails").
 */
export const recordFailedPayment = (
  state: BillingState,
  invoiceId: string,
  failedAt: Instant,
): BillingOutcome => {
  const { plan, unpaidInvoices } = state.account;
  if (plan === 'Free') return noChange(state);
  const known = unpaidInvoices.find((invoice) => invoice.invoiceId === invoiceId);
  if (known && known.failedAt >= failedAt) return noChange(state);
  const others = unpaidInvoices.filter((invoice) => invoice !== known);
  return {
    state: withAccount(state, { unpaidInvoices: [...others, { invoiceId, failedAt }] }),
    entries: [],
    auditNotes: [
      { action: 'payment.failed', cause: `${invoiceId}#${failedAt}`, after: { invoiceId, failedAt } },
    ],
  };
};

/** This invoice is paid or void. The hold ends with the last of them, not with any (spec, "Subscription payment fails"). */
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
    detail: 'A subscription payment failed. Update the payment method; work goes on once it is paid.',
    lastPaymentFailedAt: failedAt,
  });
};
