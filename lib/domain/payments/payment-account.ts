import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { queueShard } from '../due-queue.ts';
import { addMs, hourMs } from '../instant.ts';
import { changedFields, updateFields } from '../record-difference.ts';
import type { Account, Instant, PaymentAccount } from '../records.ts';

/** The payment account changed since it was read. */
export class PaymentAccountConflict extends Conflict {
  constructor() {
    super('the payment account changed since it was read');
  }
}

/** A payment account with nothing at the payment provider. */
export const newPaymentAccount = (accountId: string, changeRequestId: string): PaymentAccount => ({
  accountId,
  changeRequestId,
  version: 0,
});

/** Writes the changed fields, if any. It meets a PaymentAccountConflict when the record changed since it was read. */
export const paymentAccountChange = (
  accountId: string,
  before: PaymentAccount | undefined,
  after: PaymentAccount,
): Change<'paymentAccount'>[] => {
  const onConflict = () => new PaymentAccountConflict();
  if (!before)
    return [
      {
        change: 'insert',
        record: 'paymentAccount',
        item: { ...after, accountId, version: 1 },
        onConflict,
      },
    ];
  const { version } = before;
  if (changedFields(before, { ...after, version }).length === 0) return [];
  return [
    {
      change: 'update',
      record: 'paymentAccount',
      id: { accountId },
      ...updateFields(before, { ...after, version: version + 1 }),
      when: [{ field: 'version', is: 'equal', value: version }],
      onConflict,
    },
  ];
};

/** The payment account after `paymentAccountChange` was committed. */
export const paymentAccountAfterCommit = (
  before: PaymentAccount | undefined,
  after: PaymentAccount,
): PaymentAccount => ({
  ...after,
  version:
    paymentAccountChange(after.accountId, before, after).length > 0
      ? (before?.version ?? 0) + 1
      : after.version,
});

/** Queues the reconciliation of a payment account. */
export const queueReconcile = (paymentAccount: PaymentAccount, at: Instant): PaymentAccount => ({
  ...paymentAccount,
  dueQueue: queueShard('paymentAccount', paymentAccount.accountId),
  dueAt: at,
});

/** Requests a change at the payment provider, which is reconciled at once. */
export const requestChange = (
  paymentAccount: PaymentAccount,
  change: Partial<PaymentAccount>,
  { changeRequestId, now }: { changeRequestId: string; now: Instant },
): PaymentAccount => queueReconcile({ ...paymentAccount, ...change, changeRequestId }, now);

// Events may be lost, so a renewal is asked for after it was due, and again as long as it is unpaid.
const renewalGraceMs = 2 * hourMs;
const unpaidRetryMs = 6 * hourMs;
const openCheckoutMs = hourMs;

/** Queues the next reconciliation after this one found no difference. Without anything to expect there is none. */
export const scheduleNextReconcile = (
  paymentAccount: PaymentAccount,
  account: Account,
  now: Instant,
): PaymentAccount => {
  const renewals = [account.paidUntilAt, account.sastAddon?.paidUntilAt]
    .filter((at) => at !== undefined)
    .map((at) => (at > now ? addMs(at, renewalGraceMs) : addMs(now, unpaidRetryMs)));
  const { checkout, packCheckouts = [] } = paymentAccount;
  const hasCheckout = checkout !== undefined || packCheckouts.length > 0;
  const next = [...renewals, ...(hasCheckout ? [addMs(now, openCheckoutMs)] : [])].toSorted()[0];
  const { dueQueue: _queue, dueAt: _dueAt, ...idle } = paymentAccount;
  return next === undefined ? idle : queueReconcile(idle, next);
};
