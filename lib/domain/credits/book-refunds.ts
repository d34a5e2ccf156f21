import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import type { Instant, Pool, Scan, ScanUnit } from '../records.ts';
import { PoolConflict } from './pool-conflict.ts';
import { poolNames, type PoolName } from './credit-pool.ts';

/** Why a unit's credits come back (billing.md, "You pay for results"). */
type RefundSource = 'scan_failure_refund' | 'scan_cancelled_refund' | 'unit_absent_refund';

export interface Refund {
  unit: Pick<ScanUnit, 'projectUnitId' | 'charge'>;
  source: RefundSource;
}

export type Pools = Partial<Record<PoolName, Pool>>;

/** The ledger already has the refund: an earlier try booked it. */
export class RefundConflict extends Conflict {
  constructor() {
    super('the ledger already has this refund');
  }
}

type Refunded = Pick<
  Scan,
  'scanId' | 'organizationId' | 'billingAccountId' | 'sourceTrigger' | 'chargedPeriods'
>;

const entry = (
  scan: Refunded,
  { unit, source }: Refund,
  pool: PoolName,
  now: Instant,
): Change<'ledgerEntry'> => ({
  change: 'insert',
  record: 'ledgerEntry',
  item: {
    accountId: scan.billingAccountId,
    pool,
    cause: `refund#${scan.scanId}#${unit.projectUnitId}`,
    at: now,
    kind: 'grant',
    amount: unit.charge[pool] ?? 0,
    source,
    scanId: scan.scanId,
    projectUnitId: unit.projectUnitId,
    sourceTrigger: scan.sourceTrigger,
    organizationId: scan.organizationId,
  },
  onConflict: () => new RefundConflict(),
});

/**
 * Within the period of the debit it is undone; later it is added to what is included now, so that a credit that
 * would have expired does not become a permanent one. The pool's own stamp says which, not the clock.
 */
const giveBack = (scan: Refunded, pool: Pool, amount: number): Change<'pool'> => ({
  change: 'update',
  record: 'pool',
  id: { accountId: pool.accountId, pool: pool.pool },
  add:
    scan.chargedPeriods[pool.pool] === pool.periodStartAt
      ? { available: amount, consumed: -amount }
      : { available: amount, included: amount },
  when: [{ field: 'periodStartAt', is: 'equal', value: pool.periodStartAt }],
  onConflict: () => new PoolConflict(),
});

/** The changes that refund these units, each to the pool it was taken from. Units that cost nothing give nothing. */
export const bookRefunds = (
  scan: Refunded,
  { refunds, pools }: { refunds: readonly Refund[]; pools: Pools },
  now: Instant,
): Change<'pool' | 'ledgerEntry'>[] =>
  poolNames.flatMap((name) => {
    const due = refunds.filter(({ unit }) => (unit.charge[name] ?? 0) > 0);
    const pool = pools[name];
    if (due.length === 0) return [];
    if (!pool) throw new Error(`the pool ${name} of the account is missing`);
    const amount = due.reduce((sum, { unit }) => sum + (unit.charge[name] ?? 0), 0);
    return [...due.map((refund) => entry(scan, refund, name, now)), giveBack(scan, pool, amount)];
  });
