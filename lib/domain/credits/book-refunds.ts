import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import type { Instant, Pool, Scan, ScanUnit } from '../records.ts';
import { PoolConflict, poolNames, type PoolName } from './credit-pool.ts';

/** Why the credits of a unit are refunded. */
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

type RefundedScan = Pick<
  Scan,
  'scanId' | 'organizationId' | 'billingAccountId' | 'sourceTrigger' | 'chargedPeriods'
>;

const refundEntry = (
  scan: RefundedScan,
  { refund: { unit, source }, pool }: { refund: Refund; pool: PoolName },
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
 * Within the period of the debit a refund undoes it. In a later period it adds to the included credits, so that a credit
 * that would have expired does not become permanent. The period in the pool's record decides, not the clock.
 */
const refundToPool = (scan: RefundedScan, pool: Pool, amount: number): Change<'pool'> => ({
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

/** Books refunds that decide-refunds.ts decided: each unit's credits return to the pools they came from. */
export const bookRefunds = (
  scan: RefundedScan,
  { refunds, pools }: { refunds: readonly Refund[]; pools: Pools },
  now: Instant,
): Change<'pool' | 'ledgerEntry'>[] =>
  poolNames.flatMap((name) => {
    const due = refunds.filter(({ unit }) => (unit.charge[name] ?? 0) > 0);
    const pool = pools[name];
    if (due.length === 0) return [];
    if (!pool) throw new Error(`the pool ${name} of the account is missing`);
    const amount = due.reduce((sum, { unit }) => sum + (unit.charge[name] ?? 0), 0);
    const entries = due.map((refund) => refundEntry(scan, { refund, pool: name }, now));
    return [...entries, refundToPool(scan, pool, amount)];
  });
