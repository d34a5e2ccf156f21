import { andThen, withPool, type BillingOutcome, type BillingState } from '../accounts/billing-state.ts';
import { creditPacks } from '../credits/credit-packs.ts';
import { unspentBought } from '../credits/purchased-credits.ts';
import { Problem } from '../problem.ts';
import type { Instant, LedgerEntry, PaymentAccount } from '../records.ts';
import type { PackRefund } from './payment-records.ts';
import type { PaidCharge } from './provider-objects.ts';

/** The causes of the entries of a refund. A payment can be refunded once, because its entry has one cause. */
export const refundCause = (payment: string): string => `adjust#refund#${payment}`;

/** The cause of the ledger entry that restores credits after the provider refused to return their money. */
export const refusalCause = (payment: string): string => `adjust#refund_refused#${payment}`;

/** Whether a ledger entry granted a pack that an invoice paid for. */
export const isGrantOfPack = (entry: LedgerEntry): entry is LedgerEntry & { invoiceId: string } =>
  entry.kind === 'grant' && Object.hasOwn(creditPacks, entry.source ?? '') && entry.invoiceId !== undefined;

interface RefundOrder {
  refundId: string;
  /** The entry that granted the pack. */
  grant: LedgerEntry;
  charge: PaidCharge;
  motif: string;
}

/**
 * Decides the refund of a pack: at most its own credits are taken, and only those that are unspent and were paid
 * for, and their share of the price is returned, rounded down (docs/adr/0010-payments.md).
 * @throws Problem conflict when nothing of the pack can be refunded.
 */
const decideRefund = (state: BillingState, { refundId, grant, charge }: RefundOrder): PackRefund => {
  const { pool: name, amount: granted, cause: payment } = grant;
  const pool = state.pools[name];
  const credits = Math.min(granted, unspentBought(pool), pool.available);
  if (charge.isReversed)
    throw new Problem('conflict', { detail: 'The payment was refunded or disputed before.' });
  if (credits <= 0)
    throw new Problem('conflict', { detail: 'All purchased credits of this pool are spent.' });
  const { chargeId } = charge;
  // In integers, so that no cent is lost to floating point.
  const amount = Number((BigInt(charge.amount) * BigInt(credits)) / BigInt(granted));
  if (amount === 0) throw new Problem('conflict', { detail: 'The unspent credits cost less than a cent.' });
  return { refundId, payment, pool: name, credits, chargeId, amount };
};

/**
 * Takes the credits of a refund.
 * @returns the outcome, and the refund to be paid.
 */
export const takeRefundedCredits = (
  state: BillingState,
  order: RefundOrder,
  now: Instant,
): { outcome: BillingOutcome; refund: PackRefund } => {
  const refund = decideRefund(state, order);
  const { credits, payment, amount } = refund;
  const { grant, motif } = order;
  const pool = state.pools[refund.pool];
  const available = pool.available - credits;
  const { accountId, source = '', invoiceId = '' } = grant;
  const outcome: BillingOutcome = {
    state: withPool(state, { ...pool, available, purchased: pool.purchased - credits }),
    entries: [
      {
        accountId,
        pool: pool.pool,
        cause: refundCause(payment),
        at: now,
        kind: 'adjust',
        amount: -credits,
        source,
        motif,
        invoiceId,
      },
    ],
    auditNotes: [
      {
        action: 'credits.pack_refunded',
        cause: payment,
        before: { pool: pool.pool, available: pool.available },
        after: { pool: pool.pool, available, payment, amount, currency: order.charge.currency, motif },
      },
    ],
  };
  return { outcome, refund };
};

/**
 * Grants a pack that was paid for while the organization was closing, and takes it back for its whole price: the ledger
 * shows both, so that neither happens twice.
 * @throws Problem conflict when its payment was refunded before.
 */
export const grantAndTakeBack = (
  state: BillingState,
  order: RefundOrder,
  now: Instant,
): { outcome: BillingOutcome; refund: PackRefund } => {
  const { grant } = order;
  const pool = state.pools[grant.pool];
  const [available, purchased] = [pool.available + grant.amount, pool.purchased + grant.amount];
  const granted: BillingOutcome = {
    state: withPool(state, { ...pool, available, purchased }),
    entries: [grant],
    auditNotes: [],
  };
  const { outcome, refund } = takeRefundedCredits(granted.state, order, now);
  return { outcome: andThen(granted, () => outcome), refund };
};

/** Restores the credits of a refund that the payment provider refused. */
export const undoPackRefund = (
  state: BillingState,
  { refund, code }: { refund: PackRefund; code: string },
  now: Instant,
): BillingOutcome => {
  const { credits, payment } = refund;
  const pool = state.pools[refund.pool];
  const available = pool.available + credits;
  return {
    state: withPool(state, { ...pool, available, purchased: pool.purchased + credits }),
    entries: [
      {
        accountId: pool.accountId,
        pool: pool.pool,
        cause: refusalCause(payment),
        at: now,
        kind: 'adjust',
        amount: credits,
        motif: `the refund was refused: ${code}`,
      },
    ],
    auditNotes: [
      {
        action: 'credits.pack_refund_refused',
        cause: payment,
        before: { pool: pool.pool, available: pool.available },
        after: { pool: pool.pool, available, payment, code },
      },
    ],
  };
};

/** Returns the payment account without a refund that is paid or refused. */
export const withoutPackRefund = (stored: PaymentAccount, refundId: string): PaymentAccount => {
  const { packRefunds = [], ...rest } = stored;
  const left = packRefunds.filter((one) => one.refundId !== refundId);
  return { ...rest, ...(left.length > 0 && { packRefunds: left }) };
};
