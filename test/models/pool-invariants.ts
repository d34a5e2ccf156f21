import { type LedgerEntry, type License, type LicenseMonth, type Pool } from '@scangate/domain/records';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import type { Observation } from './account-model.ts';

const poolView = (pool: Pool) => {
  const { available, purchased, included, consumed, anchorAt, periodStartAt, periodEndAt } = pool;
  const { promotions = [], supportGranted = 0 } = pool;
  const promotional = promotions.reduce((all, { amount }) => all + amount, 0);
  const left = purchased - Math.max(0, consumed - included - promotional);
  return {
    available,
    purchased: left,
    bought: left - Math.min(supportGranted, left),
    promotions: promotions.map(({ grantId, amount }): [string, number] => [grantId, amount]),
    granted: included,
    spent: consumed,
    anchor: anchorAt,
    from: periodStartAt,
    to: periodEndAt,
  };
};

/** The observable state of an account, in the terms of the model. */
export const observeState = ({ account, pools }: BillingState): Observation => {
  const { plan, interval, licenses, renewedBy, paidUntilAt, endsAt, pending, sastAddon, unpaidInvoices } =
    account;
  return {
    plan,
    interval,
    licenses,
    byInvoice: renewedBy === 'invoice',
    paidThrough: paidUntilAt,
    endsAt,
    pending: pending && (({ effectiveAt: at, ...to }) => ({ ...to, at }))(pending),
    addon: sastAddon && {
      size: sastAddon.size,
      ...(sastAddon.cancelsAt !== undefined && { endsAt: sastAddon.cancelsAt }),
      ...(sastAddon.paidUntilAt !== undefined && { paidThrough: sastAddon.paidUntilAt }),
    },
    retention: account.retentionDays,
    unpaid: unpaidInvoices
      .map(({ invoiceId, failedAt }): [string, string] => [invoiceId, failedAt])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    core: poolView(pools.core),
    sast: poolView(pools.sast),
  };
};

const sum = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((total, { amount }) => total + amount, 0);
const isBought = ({ cause, kind }: LedgerEntry): boolean =>
  /^(?:pack|recharge)#/.test(cause) || kind === 'adjust';

/**
 * The violations of a pool and its entries, apart from those of the sum (money-invariants.ts): nothing is negative,
 * nothing is booked twice, and bought credits never expire. At worst all spending took bought credits, so at least the
 * rest of them must be available. A refund in a later period belongs to that period, and expires with it.
 */
export const poolViolations = (pool: Pool, all: readonly LedgerEntry[]): string[] => {
  const entries = all.filter((entry) => entry.pool === pool.pool && entry.accountId === pool.accountId);
  const name = pool.pool;
  const negative = (['available', 'included', 'purchased', 'consumed'] as const).filter(
    (field) => pool[field] < 0,
  );
  const causes = entries.map(({ cause }) => cause);
  const refills = causes.filter((cause) => cause.startsWith('refill#'));
  const bought = sum(entries.filter(isBought));
  const used = -sum(entries.filter(({ kind }) => kind === 'consume'));
  const expired = entries.filter(({ kind }) => kind === 'expire');
  const isWrong = ({ kind, amount }: LedgerEntry): boolean =>
    (kind === 'expire' || kind === 'consume') !== amount < 0 && kind !== 'adjust' && amount !== 0;
  return [
    ...negative.map((field) => `${name}: ${field} is ${pool[field]}`),
    ...(new Set(causes).size === causes.length ? [] : [`${name}: a cause is booked twice`]),
    ...(refills.every((cause) => cause <= `refill#${pool.periodStartAt}`)
      ? []
      : [`${name}: a period was refilled before it began`]),
    ...(pool.available >= bought - used ? [] : [`${name}: bought credits expired`]),
    ...(expired.every(({ amount }) => amount < 0) ? [] : [`${name}: an expiry adds credits`]),
    ...entries.filter(isWrong).map(({ cause }) => `${name}: ${cause} has the wrong sign`),
  ];
};

/** The violations of the license counts: each count equals the licenses of its month. */
export const licenseViolations = (
  months: readonly LicenseMonth[],
  licenses: readonly License[],
): string[] => {
  const rows = Map.groupBy(licenses, ({ accountId, month }) => `${accountId}/${month}`);
  const counts = new Map(months.map(({ accountId, month, used }) => [`${accountId}/${month}`, used]));
  return [...new Set([...rows.keys(), ...counts.keys()])]
    .filter((month) => rows.get(month)?.length !== counts.get(month))
    .map((month) => `${month}: ${counts.get(month)} licenses counted, ${rows.get(month)?.length} exist`);
};
