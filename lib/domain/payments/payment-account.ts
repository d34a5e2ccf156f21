import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { addMs } from '../instant.ts';
import { queueShard } from '../due-queue.ts';
import type { Account, Instant, PaymentAccount } from '../records.ts';

/** The payment account changed since it was read. */
export class PaymentAccountConflict extends Conflict {
  constructor() {
    super('the payment account changed since it was read');
  }
}

/** An account that was never at the till. */
export const newPaymentAccount = (accountId: string, intentId: string): PaymentAccount => ({
  accountId,
  changeRequestId: intentId,
  version: 0,
});

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** Writes what changed, or nothing; refused with TillMoved when it is not as it was read. */
export const paymentAccountChange = (
  accountId: string,
  before: PaymentAccount | undefined,
  after: PaymentAccount,
): Change<'paymentAccount'>[] => {
  const refused = () => new PaymentAccountConflict();
  if (!before)
    return [
      {
        change: 'insert',
        record: 'paymentAccount',
        item: { ...after, accountId, version: 1 },
        onConflict: refused,
      },
    ];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof PaymentAccount)[];
  const changed = names.filter((name) => name !== 'version' && differs(before[name], after[name]));
  if (changed.length === 0) return [];
  const unset = changed.filter((name) => after[name] === undefined);
  return [
    {
      change: 'update',
      record: 'paymentAccount',
      id: { accountId },
      set: {
        ...Object.fromEntries(changed.map((name) => [name, after[name]])),
        version: before.version + 1,
      },
      ...(unset.length > 0 && { unset }),
      when: [{ field: 'version', is: 'equal', value: before.version }],
      onConflict: refused,
    },
  ];
};

/** The row as it is once `tillChange` is written. */
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

const hourMs = 3_600_000;

/** To be looked at then. */
export const queueReconcile = (till: PaymentAccount, at: Instant): PaymentAccount => ({
  ...till,
  dueQueue: queueShard('paymentAccount', till.accountId),
  dueAt: at,
});

/** Something else is wanted now: under a new name, and to be done at once. */
export const requestChange = (
  till: PaymentAccount,
  change: Partial<PaymentAccount>,
  { changeRequestId, now }: { changeRequestId: string; now: Instant },
): PaymentAccount => queueReconcile({ ...till, ...change, changeRequestId }, now);

/** Messages may be lost: two hours after a renewal is due it is asked for, and again as long as it is not paid. */
const graceMs = 2 * hourMs;
const unpaidMs = 6 * hourMs;
const checkoutMs = hourMs;

/** When the till is looked at next, once it agrees; never for who has nothing there. */
export const scheduleNextReconcile = (
  till: PaymentAccount,
  account: Account,
  now: Instant,
): PaymentAccount => {
  const renewals = [account.paidUntilAt, account.sastAddon?.paidUntilAt]
    .filter((at) => at !== undefined)
    .map((at) => (at > now ? addMs(at, graceMs) : addMs(now, unpaidMs)));
  const isOpen = till.checkout !== undefined || (till.packCheckouts ?? []).length > 0;
  const next = [...renewals, ...(isOpen ? [addMs(now, checkoutMs)] : [])].toSorted()[0];
  const { dueQueue: _open, dueAt: _dueAt, ...idle } = till;
  return next === undefined ? idle : queueReconcile(idle, next);
};
