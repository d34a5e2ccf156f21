import { paymentFailedSince } from '../payments/payment-hold.ts';
import { renewsAt } from '../plans/subscription-period.ts';
import type { Instant, Organization, PaymentAccount, Scan } from '../records.ts';
import type { BillingState } from './billing-state.ts';

/** The records that a row of the list shows. */
export interface ListedRecords {
  organization: Organization;
  /** Absent for a client organization, which its parent pays for. */
  state: BillingState | undefined;
  paymentAccount: PaymentAccount | undefined;
  lastScan: Pick<Scan, 'scanId' | 'status' | 'createdAt'> | undefined;
}

const accountColumns = (
  { account, pools }: BillingState,
  paymentAccount: PaymentAccount | undefined,
  now: Instant,
) => {
  const since = paymentFailedSince(account);
  return {
    plan: account.plan,
    period: account.interval,
    licenses: account.licenses ?? null,
    renewedBy: account.renewedBy,
    renewsAt: renewsAt({ account, pools }, now),
    autoRenew: account.endsAt === undefined,
    sastAddon: account.sastAddon?.size ?? null,
    hold:
      since === undefined ? null : { since, invoices: account.unpaidInvoices.map((one) => one.invoiceId) },
    balances: { core: pools.core.available, sast: pools.sast.available },
    customerId: paymentAccount?.customerId ?? null,
    differsFromStripeSince: paymentAccount?.differsSince ?? null,
  };
};

/** A row of the operator's list: an organization, the state of its account, and its last scan. */
export const accountRow = (
  { organization, state, paymentAccount, lastScan }: ListedRecords,
  now: Instant,
) => {
  const { organizationId, name, billingAccountId, createdAt } = organization;
  return {
    organizationId,
    name,
    createdAt,
    paidBy: billingAccountId,
    account: state ? accountColumns(state, paymentAccount, now) : null,
    lastScan: lastScan
      ? { scanId: lastScan.scanId, status: lastScan.status, createdAt: lastScan.createdAt }
      : null,
  };
};

export type AccountRow = ReturnType<typeof accountRow>;

/** Selects the accounts that an operator looks for. */
export interface AccountFilter {
  plan?: string | undefined;
  /** Only accounts whose billable work is refused until a renewal is paid. */
  held?: boolean | undefined;
  /** Only accounts whose subscription differs from the one at Stripe. */
  differing?: boolean | undefined;
}

/** Returns whether a row of the operator's list of accounts passes the filter. */
export const matchesFilter = ({ account }: AccountRow, { plan, held, differing }: AccountFilter): boolean =>
  (plan === undefined || account?.plan === plan) &&
  (held !== true || (account !== null && account.hold !== null)) &&
  (differing !== true || (account !== null && account.differsFromStripeSince !== null));
