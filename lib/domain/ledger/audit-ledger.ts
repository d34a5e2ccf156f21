import type { LedgerEntry, Pool } from '../records.ts';

/**
 * A request of an audit for the next entry of the ledger, or the next refund. Both come in the order of their
 * causes.
 */
export type LedgerRead = 'entry' | 'refund';

export interface PoolAudit {
  entries: number;
  sumOfEntries: number;
  violations: string[];
}

const [debitPrefix, refundPrefix] = ['consume#', 'refund#'];

/** The scan and unit of a debit or refund, by which both sort alike. */
const unitKey = ({ cause }: LedgerEntry): string => cause.slice(cause.indexOf('#') + 1);

/** Returns whether a refund returns its debit: completely, or in part where the work was done in parts. */
const isRefundOf = (refund: LedgerEntry, { amount, source }: LedgerEntry): boolean =>
  source === 'history_scan' ? refund.amount <= -amount : refund.amount === -amount;

/** Violations beyond this number are only counted. */
const maxViolations = 100;

/** Lists the violations of a single entry. A cause that does not match its fields could hide a second debit. */
const entryViolations = (entry: LedgerEntry): string[] => {
  const { cause, kind, amount, scanId, projectUnitId } = entry;
  const isDebit = cause.startsWith(debitPrefix);
  const isRefund = cause.startsWith(refundPrefix);
  const isNamed = !(isDebit || isRefund) || unitKey(entry) === `${scanId}#${projectUnitId}`;
  return [
    ...(Number.isSafeInteger(amount) ? [] : [`${cause} is not a whole number of credits`]),
    ...(isNamed ? [] : [`${cause} does not match its scan and unit`]),
    ...(isDebit === (kind === 'consume') ? [] : [`${cause} has the kind ${kind}`]),
    ...(isDebit && amount >= 0 ? [`${cause} debits nothing`] : []),
    ...(isRefund && (kind !== 'grant' || amount <= 0) ? [`${cause} refunds nothing`] : []),
  ];
};

/**
 * Audits a pool against its ledger: the balance is the sum of the entries and not negative; each cause exists once, so
 * that a unit is debited once and refunded once and a period is refilled once; a refund equals its debit, or is no more than that of a history scan
 * (docs/adr/0009-ledger.md). Refunds and debits are read side by side, so that memory does not grow with the ledger.
 *
 * It yields what to read next and receives the entry, or undefined after the last one, so that its caller may read
 * asynchronously.
 */
export function* auditPool(pool: Pool): Generator<LedgerRead, PoolAudit, LedgerEntry | undefined> {
  const violations: string[] = [];
  let [entries, sum, unreported, last] = [0, 0, 0, ''];
  const report = (violation: string): void => {
    if (violations.length < maxViolations) violations.push(`${pool.accountId} ${pool.pool}: ${violation}`);
    else unreported++;
  };
  const reportUnmatched = ({ cause }: LedgerEntry): void => report(`${cause} refunds what was not debited`);

  let refund: LedgerEntry | undefined = yield 'refund';
  for (let entry = yield 'entry'; entry; entry = yield 'entry') {
    entries++;
    sum += entry.amount;
    if (entry.cause <= last) report(`${entry.cause} exists twice or is out of order`);
    last = entry.cause;
    for (const violation of entryViolations(entry)) report(violation);
    if (!entry.cause.startsWith(debitPrefix)) continue;
    while (refund && unitKey(refund) < unitKey(entry)) {
      reportUnmatched(refund);
      refund = yield 'refund';
    }
    if (!refund || unitKey(refund) !== unitKey(entry)) continue;
    if (!isRefundOf(refund, entry)) reportUnmatched(refund);
    refund = yield 'refund';
  }
  for (; refund; refund = yield 'refund') reportUnmatched(refund);

  if (sum !== pool.available) report(`${pool.available} available, entries sum to ${sum}`);
  if (pool.available < 0) report(`${pool.available} available`);
  if (unreported > 0) violations.push(`${pool.accountId} ${pool.pool}: and ${unreported} more`);
  return { entries, sumOfEntries: sum, violations };
}
