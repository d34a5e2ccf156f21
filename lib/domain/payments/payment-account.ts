import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { queueShard } from '../due-queue.ts';
import { addMs, dayMs, hourMs, minuteMs } from '../instant.ts';
import { changedFields, updateFields } from '../record-difference.ts';
import type { Account, Instant, PaymentAccount, RefusedOrder } from '../records.ts';

/** Thrown when the payment account changed since it was read. */
export class PaymentAccountConflict extends Conflict {
  constructor() {
    super('the payment account changed since it was read');
  }
}

/** A payment account that has nothing at the payment provider yet. */
export const newPaymentAccount = (accountId: string, changeRequestId: string): PaymentAccount => ({
  accountId,
  changeRequestId,
  version: 0,
});

/** Writes the changed fields, if any. It conflicts when the record changed since it was read. */
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

/** A payment account is created for an account that exists: one that is erased meanwhile gets no row again. */
export const newPaymentAccountChanges = (created: PaymentAccount): Change<'paymentAccount' | 'account'>[] => [
  ...paymentAccountChange(created.accountId, undefined, created),
  {
    change: 'require',
    record: 'account',
    id: { accountId: created.accountId },
    when: [{ field: 'version', is: 'present' }],
    onConflict: () => new PaymentAccountConflict(),
  },
];

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

export type OrderField = 'licensesOrder' | 'addonOrder' | 'promotionId';
export type PendingOrder = Pick<PaymentAccount, OrderField>;

const idOf = (order: PendingOrder[OrderField]): string | undefined =>
  typeof order === 'object' ? order.orderId : order;

/** Returns the ids of all pending orders. */
export const orderIds = ({ licensesOrder, addonOrder, promotionId }: PendingOrder): string[] =>
  [licensesOrder, addonOrder, promotionId].map(idOf).filter((id) => id !== undefined);

/** A request reconciles by itself. Others leave its calls alone until it must have ended. */
export const requestMs = 30_000;

/** Requests a change at the payment provider, which the same process reconciles next. */
export const requestChange = (
  paymentAccount: PaymentAccount,
  change: PendingOrder,
  { changeRequestId, now }: { changeRequestId: string; now: Instant },
): PaymentAccount => {
  const { refusedOrders = [], ...rest } = paymentAccount;
  const ordered = orderIds(change);
  const refused = refusedOrders.filter(({ order }) => !ordered.includes(order));
  const requested = { ...rest, ...change, changeRequestId, changeRequestedAt: now };
  return queueReconcile(
    { ...requested, ...(refused.length > 0 && { refusedOrders: refused }) },
    addMs(now, requestMs),
  );
};

const maxRefused = 5;

/** Drops an order that the provider refused; it would otherwise be retried when its buyer no longer expects it. */
export const dropRefusedOrder = (
  stored: PaymentAccount,
  { field, requested }: { field: OrderField; requested: PaymentAccount },
  refusal: Omit<RefusedOrder, 'order'>,
): PaymentAccount => {
  const { [field]: current, ...rest } = stored;
  const order = idOf(current);
  if (order === undefined || order !== idOf(requested[field])) return stored;
  const others = (stored.refusedOrders ?? []).filter((one) => one.order !== order);
  return { ...rest, refusedOrders: [...others, { order, ...refusal }].slice(-maxRefused) };
};

/** The code of an order that is withdrawn, because nothing is charged while the organization is closing. */
export const closingCode = 'organization_closing';

/** Withdraws all orders that would be charged. What is paid already needs no order: it is applied from its invoice. */
export const withdrawOrders = (stored: PaymentAccount): PaymentAccount => {
  const refusal = { code: closingCode, isDeclined: false };
  return (['licensesOrder', 'addonOrder'] as const).reduce(
    (left, field) => dropRefusedOrder(left, { field, requested: left }, refusal),
    stored,
  );
};

/** Adds a subscription whose payment is refunded. */
export const withReturn = (stored: PaymentAccount, subscriptionId: string, now: Instant): PaymentAccount =>
  queueReconcile(
    { ...withoutReturn(stored, subscriptionId), returns: [...(stored.returns ?? []), subscriptionId] },
    now,
  );

/** Removes a subscription whose payment is refunded. */
export const withoutReturn = (stored: PaymentAccount, subscriptionId: string): PaymentAccount => {
  const { returns = [], ...rest } = stored;
  const left = returns.filter((one) => one !== subscriptionId);
  return { ...rest, ...(left.length > 0 && { returns: left }) };
};

/** Thrown while another process raises the number of licenses: its call, arriving last, would undo a larger order. */
export class RaisingConflict extends Conflict {
  constructor() {
    super('the number of licenses is being raised');
  }
}

/** Whether a call that raises the number of licenses may still be made, or its result is unknown. */
export const isRaising = ({ raising }: Pick<PaymentAccount, 'raising'>, now: Instant): boolean =>
  raising !== undefined && raising.until > now;

/**
 * Claims the call that raises the number of licenses, until which the organization does not close. A call to the same number
 * may be claimed again: it changes nothing, however late the former one arrives.
 * @throws RaisingConflict while a call to another number may still be made.
 */
export const claimRaise = (
  stored: PaymentAccount,
  { key, quantity }: Pick<NonNullable<PaymentAccount['raising']>, 'key' | 'quantity'>,
  now: Instant,
): PaymentAccount => {
  if (stored.raising?.quantity !== quantity && isRaising(stored, now)) throw new RaisingConflict();
  return { ...stored, raising: { key, quantity, until: addMs(now, lastCallMs) } };
};

/** Ends the claim of a call whose result is known. */
export const endRaise = (stored: PaymentAccount, key: string): PaymentAccount => {
  const { raising, ...rest } = stored;
  return raising?.key === key ? rest : stored;
};

/** Removes what is done once no step is left: add-ons that are canceled, and the claim of a call that nobody makes any more. */
export const withoutDone = (
  { endingAddons: _canceled, raising, ...rest }: PaymentAccount,
  now: Instant,
): PaymentAccount => ({ ...rest, ...(raising && isRaising({ raising }, now) && { raising }) });

// The terms that a renewal bills have to be in force at the provider this long before it.
const beforeRenewalMs = dayMs;
// Events may be lost, so a renewal is checked this long after it was due, and again while it is unpaid.
const renewalGraceMs = 2 * hourMs;
const unpaidRetryMs = 6 * hourMs;
const openCheckoutMs = hourMs;
/** No process runs longer, so that none that decided before a request makes a call after this time. */
const lastCallMs = 10 * minuteMs;

const differenceRetryMs = 15 * minuteMs;
/** A difference that lasts longer triggers an alarm. */
export const toleratedDifferenceMs = hourMs;

/** Stores since when an account and the payment provider differ; it stays due. */
export const withDifference = (
  paymentAccount: PaymentAccount,
  now: Instant,
  retryMs = differenceRetryMs,
): PaymentAccount =>
  queueReconcile(
    { ...paymentAccount, differsSince: paymentAccount.differsSince ?? now },
    addMs(now, retryMs),
  );

/** Returns when a paid period is checked next: before it ends, after it, and as long as it is over and unpaid. */
const nextLookAt = (paidUntilAt: Instant, now: Instant): Instant => {
  const before = addMs(paidUntilAt, -beforeRenewalMs);
  if (before > now) return before;
  return paidUntilAt > now ? addMs(paidUntilAt, renewalGraceMs) : addMs(now, unpaidRetryMs);
};

/** Returns whether an account and the payment provider have differed for longer than reconciling takes. */
export const differsTooLong = ({ differsSince }: PaymentAccount, now: Instant): boolean =>
  differsSince !== undefined && Date.parse(now) - Date.parse(differsSince) >= toleratedDifferenceMs;

/**
 * Queues the next reconciliation after this one found no difference; none when nothing is expected. After a request
 * it is repeated once, when no process that decided from an earlier request can still make a call.
 */
export const scheduleNextReconcile = (
  paymentAccount: PaymentAccount,
  account: Account,
  now: Instant,
): PaymentAccount => {
  const renewals = [account.paidUntilAt, account.sastAddon?.paidUntilAt]
    .filter((at) => at !== undefined)
    .map((at) => nextLookAt(at, now));
  const {
    checkout,
    packCheckouts = [],
    packRefunds = [],
    returns = [],
    detailsChange,
    raising,
  } = paymentAccount;
  const unfinished = packRefunds.length + returns.length > 0 || detailsChange ? [addMs(now, requestMs)] : [];
  const checkouts = checkout !== undefined || packCheckouts.length > 0 ? [addMs(now, openCheckoutMs)] : [];
  const claims = raising ? [raising.until] : [];
  const {
    dueQueue: _queue,
    dueAt: _dueAt,
    differsSince: _since,
    changeRequestedAt,
    ...idle
  } = paymentAccount;
  const repeatAt = changeRequestedAt === undefined ? undefined : addMs(changeRequestedAt, lastCallMs);
  const repeats = repeatAt !== undefined && repeatAt > now;
  const [next] = [
    ...renewals,
    ...checkouts,
    ...unfinished,
    ...claims,
    ...(repeats ? [repeatAt] : []),
  ].toSorted();
  const kept = { ...idle, ...(repeats && changeRequestedAt !== undefined && { changeRequestedAt }) };
  return next === undefined ? kept : queueReconcile(kept, next);
};
