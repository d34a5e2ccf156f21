import type { LedgerEntry, Pool } from '../records.ts';

/** What an audit asks for next: an entry of the whole ledger, or one of its refunds, each in the order of causes. */
export type LedgerRead = 'entry' | 'refund';

export interface PoolAudit {
  entries: number;
  sumOfEntries: number;
  violations: string[];
}

const [debit, refund] = ['consume#', 'refund#'];

/** Scan and unit of a debit or a refund; they sort alike under both. */
const unitOf = ({ cause }: LedgerEntry): string => cause.slice(cause.indexOf('#') + 1);

/** Violations that are told; more would say nothing new. */
const mostTold = 100;

/** What is wrong with an entry by itself. A cause that says something else could be a second debit in disguise. */
const entryFaults = (entry: LedgerEntry): string[] => {
  const { cause, kind, amount, scanId, projectUnitId } = entry;
  const isDebit = cause.startsWith(debit);
  const isRefund = cause.startsWith(refund);
  const isNamed = !(isDebit || isRefund) || unitOf(entry) === `${scanId}#${projectUnitId}`;
  return [
    ...(Number.isSafeInteger(amount) ? [] : [`${cause} is no whole number of credits`]),
    ...(isNamed ? [] : [`${cause} names another scan or unit than it is of`]),
    ...(isDebit === (kind === 'consume') ? [] : [`${cause} is of the kind ${kind}`]),
    ...(isDebit && amount >= 0 ? [`${cause} takes nothing`] : []),
    ...(isRefund && (kind !== 'grant' || amount <= 0) ? [`${cause} gives nothing back`] : []),
  ];
};

/**
 * Holds a pool against its ledger: its balance is the sum of its entries and not negative; each cause stands once, so
 * a unit of a scan is debited once, refunded once and a period refilled once; a refund gives back what its debit took
 * (billing.md, "Always true"). Refunds and debits are read side by side, so that memory does not grow with the ledger.
 *
 * It yields what it wants next and is given it, or undefined behind the last: so whoever reads may be asynchronous.
 */
export function* auditPool(pool: Pool): Generator<LedgerRead, PoolAudit, LedgerEntry | undefined> {
  const violations: string[] = [];
  let [entries, sum, untold, last] = [0, 0, 0, ''];
  const tell = (fault: string): void => {
    if (violations.length < mostTold) violations.push(`${pool.accountId} ${pool.pool}: ${fault}`);
    else untold++;
  };
  const tellOrphan = (orphan: LedgerEntry): void => tell(`${orphan.cause} gives back what was not taken`);

  let open: LedgerEntry | undefined = yield 'refund';
  for (let entry = yield 'entry'; entry; entry = yield 'entry') {
    entries++;
    sum += entry.amount;
    if (entry.cause <= last) tell(`${entry.cause} stands twice, or out of order`);
    last = entry.cause;
    for (const fault of entryFaults(entry)) tell(fault);
    if (!entry.cause.startsWith(debit)) continue;
    while (open && unitOf(open) < unitOf(entry)) {
      tellOrphan(open);
      open = yield 'refund';
    }
    if (!open || unitOf(open) !== unitOf(entry)) continue;
    if (open.amount !== -entry.amount) tellOrphan(open);
    open = yield 'refund';
  }
  for (; open; open = yield 'refund') tellOrphan(open);

  if (sum !== pool.available) tell(`${pool.available} available, entries sum to ${sum}`);
  if (pool.available < 0) tell(`${pool.available} available`);
  if (untold > 0) violations.push(`${pool.accountId} ${pool.pool}: and ${untold} more`);
  return { entries, sumOfEntries: sum, violations };
}
